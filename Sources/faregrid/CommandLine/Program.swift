import FareModel

/// Runs a command line against a table of commands, and says on stderr why when it cannot.
struct Program {
  private let commands: [Command]
  private let console: Console

  /// Knows `commands`, in the order of the help, and beside them `version` and `help`.
  init(commands: [Command], console: Console) {
    let all = commands + [Commands.version]
    self.commands = all + [Commands.help(all)]
    self.console = console
  }

  private static let aliases = ["--help": "help", "-h": "help", "--version": "version"]

  /// Runs what the words after the program's name ask for.
  func run(_ words: some Sequence<String>) -> ExitCode {
    var words = Array(words)[...]
    guard let first = words.popFirst() else {
      return end(.usage(subject: nil, "a command is missing, see faregrid --help"))
    }
    let name = Self.aliases[first] ?? first
    guard let command = commands.first(where: { $0.name == name }) else {
      return end(unknown(first))
    }
    do throws(CommandFailure) {
      return try run(command, words)
    } catch {
      return end(error)
    }
  }

  private func run(_ command: Command, _ words: ArraySlice<String>) throws(CommandFailure) -> ExitCode {
    let line = try CommandLineParser.parse(words, for: command)
    if line.wantsHelp {
      try console.write(Help.page(of: command, width: console.terminal.width))
      return .done
    }
    let arguments = try checked(line, for: command)
    do throws(CommandFailure) {
      return try command.run(Invocation(arguments: arguments, operands: line.operands, console: console))
    } catch .argument(let error) {
      throw failure(error, of: command, placed: line.placed)
    }
  }

  private func checked(
    _ line: CommandLineParser.Line,
    for command: Command
  ) throws(CommandFailure) -> Arguments {
    do throws(ArgumentError) {
      return try Arguments(line.given, among: command.parameters)
    } catch {
      throw failure(error, of: command, placed: line.placed)
    }
  }

  /// A wrong value, in the terms of the command line: by its flag, or by its place when it was or should be given there.
  private func failure(_ error: ArgumentError, of command: Command, placed: Set<String>) -> CommandFailure {
    let isPlaced =
      placed.contains(error.parameter) || (error.value == nil && command.positional.contains(error.parameter))
    let flag = command.parameter(error.parameter)?.flag
    let subject = isPlaced ? Command.placeholder(error.parameter) : flag ?? error.parameter
    let complaint = named(error.complaint(among: command.parameters), in: command) + Self.advice(on: error, of: command)
    return error.kind == .badParameter ? .usage(subject: subject, complaint) : .notPossible(subject: subject, complaint)
  }

  /// A complaint with parameters by the names that they have on the command line.
  private func named(_ complaint: String, in command: Command) -> String {
    complaint.split(separator: " ", omittingEmptySubsequences: false).map { word in
      let name = String(word.prefix { $0.isLetter || $0 == "_" })
      guard name.contains("_"), let parameter = command.parameter(name) else { return String(word) }
      let isPlaced = command.positional.contains(name)
      return (isPlaced ? Command.placeholder(name) : parameter.flag) + word.dropFirst(name.count)
    }.joined(separator: " ")
  }

  /// What helps somebody who gave a name where a place's code is wanted.
  private static func advice(on error: ArgumentError, of command: Command) -> String {
    guard let parameter = command.parameter(error.parameter), case .place = parameter.kind, error.value != nil,
      error.kind == .badParameter, error.expected == parameter.expected
    else { return "" }
    return "; faregrid places finds codes by name"
  }

  private func unknown(_ word: String) -> CommandFailure {
    word.hasPrefix("-")
      ? .unknown("flag before a command", word, among: Self.aliases.keys.sorted())
      : .unknown("command", word, among: commands.map(\.name))
  }

  /// Says why, in one line.
  private func end(_ failure: CommandFailure) -> ExitCode {
    if let message = failure.message { console.say("error: " + message) }
    return failure.exitCode
  }
}
