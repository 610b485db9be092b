import FareModel

/// A command: what it takes, what people are told about it, and what it does.
struct Command: Sendable {
  /// The word that calls it.
  var name: String
  /// One sentence for people.
  var summary: String
  /// Everything that it takes as a flag.
  var parameters: [Parameter] = []
  /// Which of the parameters it also takes by place, in order.
  var positional: [String] = []
  /// What any further arguments are, as help shows them: `FILE|DIR...`; nil when there may be none.
  var operands: String?
  /// Calls that help shows, without the program's name.
  var examples: [String]
  /// Does the work.
  var run: @Sendable (Invocation) throws(CommandFailure) -> ExitCode
}

extension Command {
  /// The command for a method of Faregrid, which takes what the method takes, and `--json`.
  init(
    _ method: Method.Name,
    examples: [String],
    run: @escaping @Sendable (Invocation) throws(CommandFailure) -> ExitCode
  ) {
    let method = Method.of(method)
    self.init(
      name: method.name.rawValue,
      summary: method.summary,
      parameters: method.parameters + [.json],
      positional: method.positional,
      examples: examples,
      run: run
    )
  }

  /// The parameter of a name that the command is known to take.
  func parameter(_ name: String) -> Parameter? {
    parameters.first { $0.name == name }
  }

  /// How a parameter that is given by place is shown: `ORIGIN`.
  static func placeholder(_ name: String) -> String {
    name.uppercased()
  }
}

extension Parameter {
  /// Asks for the result object instead of text.
  static let json = Parameter("json", .boolean, "Print one JSON object instead of text.")

  /// Asks to wait for the lock that one ingest at a time holds.
  static let wait = Parameter("wait", .boolean, "Wait while another ingest is at work, instead of ending with 75.")

  /// Bounds the wait.
  static let timeout = Parameter(
    "timeout",
    .integer(1...Limits.longestWaitSeconds),
    "With --wait: the most seconds to wait."
  )

  /// Asks that nothing be answered from memory because it was answered before.
  static let noKeptAnswers = Parameter(
    "no_kept_answers",
    .boolean,
    "Work every answer out anew instead of keeping answers in memory."
  )
}

/// A command that has been called: what it was given, and where its output goes.
struct Invocation {
  /// The checked values.
  var arguments: Arguments
  /// What was given beyond the places.
  var operands: [String]
  /// Where output and messages go.
  var console: Console

  /// Whether JSON was asked for.
  var wantsJSON: Bool { arguments.boolean("json") == true }

  /// How many seconds to wait for another ingest; nil to end at once, `.max` to wait as long as it takes.
  func waitSeconds() throws(CommandFailure) -> Int? {
    let (waits, timeout) = (arguments.boolean("wait") == true, arguments.integer("timeout"))
    if timeout != nil, !waits { throw .usage(subject: "--timeout", "is for --wait, which was not given") }
    return waits ? timeout ?? .max : nil
  }
}
