import FareModel

/// Takes a command line apart, by the table of its command.
///
/// A flag is `--name value` or `--name=value`; a boolean one may stand bare, and takes the next word only when that is
/// `true` or `false`. `--` ends the flags, and `-` alone is an argument like any other.
struct CommandLineParser {
  private let command: Command
  private var given: [(name: String, value: ArgumentValue)] = []
  private var placed: Set<String> = []
  private var operands: [String] = []
  private var places: ArraySlice<String>

  /// What a command line says, before the values are checked.
  struct Line {
    /// Parameters and their values, in the order given.
    var given: [(name: String, value: ArgumentValue)]
    /// Those of the parameters that were given by place.
    var placed: Set<String>
    /// What came beyond the places.
    var operands: [String]
    /// Whether the line asks for help.
    var wantsHelp = false
  }

  private init(_ command: Command) {
    self.command = command
    places = command.positional[...]
  }

  /// Parses what follows the name of `command`.
  static func parse(_ words: some Sequence<String>, for command: Command) throws(CommandFailure) -> Line {
    var parser = Self(command)
    var line = Line(given: [], placed: [], operands: [])
    var words = Array(words)[...]
    var flagsEnded = false
    while let word = words.popFirst() {
      if flagsEnded || !word.hasPrefix("-") || word == "-" {
        try parser.place(word)
      } else if word == "--" {
        flagsEnded = true
      } else if word == "--help" || word == "-h" {
        line.wantsHelp = true
      } else {
        try parser.flag(word, following: &words)
      }
    }
    (line.given, line.placed, line.operands) = (parser.given, parser.placed, parser.operands)
    return line
  }

  private mutating func flag(_ word: String, following: inout ArraySlice<String>) throws(CommandFailure) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let (flag, value) = (parts[0], parts.count == 2 ? parts[1] : nil)
    guard let parameter = command.parameters.first(where: { $0.flag == flag }) else {
      throw unknown(flag)
    }
    given.append((parameter.name, try self.value(of: parameter, value, following: &following)))
  }

  private func value(
    of parameter: Parameter,
    _ attached: String?,
    following: inout ArraySlice<String>
  ) throws(CommandFailure) -> ArgumentValue {
    if let attached { return .untyped(attached) }
    if case .boolean = parameter.kind {
      guard let next = following.first, next == "true" || next == "false" else { return .boolean(true) }
      following.removeFirst()
      return .untyped(next)
    }
    guard let next = following.first, !next.hasPrefix("--") else {
      throw .usage(subject: parameter.flag, "a value is missing, expected \(parameter.expected)")
    }
    following.removeFirst()
    return .untyped(next)
  }

  /// Takes an argument as the next place that it can fill, else as an operand.
  ///
  /// Before operands, a word of a choice fills its place only when it is one of the words: `ingest places FILE`.
  private mutating func place(_ word: String) throws(CommandFailure) {
    while let name = places.first {
      places.removeFirst()
      guard command.operands == nil || Self.fills(word, command.parameter(name)) else { continue }
      given.append((name, .untyped(word)))
      placed.insert(name)
      return
    }
    guard command.operands != nil else {
      let count = command.positional.count
      throw .usage(subject: ShownText.bounded(word), "one argument too many, at most \(count) can be given")
    }
    operands.append(word)
  }

  private static func fills(_ word: String, _ parameter: Parameter?) -> Bool {
    guard case .choice(let words)? = parameter?.kind else { return true }
    return words.contains(word)
  }

  private func unknown(_ flag: String) -> CommandFailure {
    .unknown("flag", flag, among: command.parameters.map(\.flag) + ["--help"])
  }
}
