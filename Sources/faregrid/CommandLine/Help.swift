import FareModel

/// What the program says about itself.
enum Help {
  /// How a command is called: `usage: faregrid calendar ORIGIN DESTINATION [MONTH] [FLAGS]`.
  private static func usage(of command: Command) -> String {
    (["usage: faregrid \(command.name)"] + arguments(of: command) + (command.parameters.isEmpty ? [] : ["[FLAGS]"]))
      .joined(separator: " ")
  }

  /// The page about the program.
  static func overview(_ commands: [Command], width: Int) -> String {
    """
    faregrid \(Version.text)
    Fare search and price calendars over the fares that you hold.

    usage: faregrid COMMAND [ARGUMENTS]

    \(definitions(commands.map { ($0.name, $0.summary) }, width: width))

    faregrid help COMMAND shows a command's arguments, flags and examples.

    environment:
    \(definitions(environment, width: width))

    exit codes:
    \(definitions(exitCodes, width: width))

    """
  }

  /// The page about a command.
  static func page(of command: Command, width: Int) -> String {
    var sections = [command.summary, usage(of: command)]
    if !command.parameters.isEmpty {
      let flags = command.parameters.map { ($0.flag + valueHint($0), $0.summary + wordHint($0)) }
      sections.append("flags:\n" + definitions(flags, width: width))
    }
    sections.append((["examples:"] + command.examples.map { "  faregrid \($0)" }).joined(separator: "\n"))
    return sections.joined(separator: "\n\n") + "\n"
  }

  private static func arguments(of command: Command) -> [String] {
    let places = command.positional.compactMap { command.parameter($0) }.map { parameter in
      let word = placeWord(parameter)
      return parameter.isRequired ? word : "[\(word)]"
    }
    return places + (command.operands.map { [$0] } ?? [])
  }

  /// A place is shown by its words when they are all that can stand there, else by its name.
  private static func placeWord(_ parameter: Parameter) -> String {
    guard case .choice(let words) = parameter.kind else { return Command.placeholder(parameter.name) }
    return words.joined(separator: "|")
  }

  private static func valueHint(_ parameter: Parameter) -> String {
    switch parameter.kind {
    case .boolean: ""
    case .integer(let range): " \(range.lowerBound)..\(range.upperBound)"
    case .month: " YYYY-MM"
    case .day: " YYYY-MM-DD"
    case .instant: " INSTANT"
    case .time: " HH:MM"
    case .place: " PLACE"
    case .currency: " CURRENCY"
    case .list: " A,B,..."
    case .choice(let words): isShort(words) ? " " + words.joined(separator: "|") : " WORD"
    case .text: " TEXT"
    }
  }

  /// The words of a choice, where they are too many to stand beside the flag.
  private static func wordHint(_ parameter: Parameter) -> String {
    guard case .choice(let words) = parameter.kind, !isShort(words) else { return "" }
    return " One of \(Parameter.alternatives(words))."
  }

  private static func isShort(_ words: [String]) -> Bool {
    words.count <= 4
  }

  private static let environment = [
    ("FAREGRID_DATABASE_URL", "A PostgreSQL server to use. Without it Faregrid runs a private one."),
    ("FAREGRID_SCHEMA", "The schema that holds the fares (faregrid by default)."),
    ("FAREGRID_HOME", "Where the private server lives (~/.local/share/faregrid by default)."),
    ("FAREGRID_POSTGRES_BIN", "Where the PostgreSQL programs are, when not found."),
    ("NO_COLOR", "When set, no colours."),
  ]

  private static let exitCodes = [
    ("0", "Done."),
    ("1", "Could not be done, or a check failed."),
    ("64", "The command line is wrong."),
    ("65", "The data is wrong."),
    ("69", "There is no database."),
    ("75", "Another ingest is at work."),
  ]

  /// Terms with their explanations beside them, or below where a term is long.
  private static func definitions(_ entries: [(term: String, text: String)], width: Int) -> String {
    let column = min(entries.map { TextWidth.of($0.term) }.max() ?? 0, 26) + 4
    return entries.map { term, text in
      let label = "  " + term
      let body = TextWidth.wrapped(text, width: max(width, column + 20), indent: column)
      guard TextWidth.of(label) + 2 <= column else {
        return label + "\n" + String(repeating: " ", count: column) + body
      }
      return TextWidth.padded(label, to: column) + body
    }.joined(separator: "\n")
  }
}

/// Which Faregrid this is.
enum Version {
  static let text = "0.1.0"
}
