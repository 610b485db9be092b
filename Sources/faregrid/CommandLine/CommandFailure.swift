import FareModel

/// Why a command did not do its work: what stderr says, and how the program ends.
enum CommandFailure: Error {
  /// The command line is wrong. `subject` is the flag or the argument, when it is one of them.
  case usage(subject: String?, String)
  /// A parameter is wrong. ``Program`` knows how it was given and turns this into ``usage(subject:_:)`` or
  /// ``notPossible(subject:_:)``.
  case argument(ArgumentError)
  /// The command line is well formed and asks for what there is not, such as an unknown place.
  case notPossible(subject: String, String)
  /// The data is wrong.
  case badData(String)
  /// The database cannot be reached or started.
  case noDatabase(String)
  /// Another ingest is at work.
  case busy(String)
  /// Something else was in the way.
  case failed(String)
  /// Whoever read the output has gone. Nothing is said.
  case readerClosed
}

extension CommandFailure {
  /// A failure of a question.
  init(_ fault: AnswerFault) {
    self =
      switch fault {
      case .argument(let error): .argument(error)
      case .databaseUnavailable(let text): .noDatabase(text)
      case .failed(let text): .failed(text)
      }
  }

  /// A word that no `kind` of thing is called by; the nearest of `names` are offered.
  static func unknown(_ kind: String, _ word: String, among names: [String]) -> Self {
    let nearest = NearestNames.of(word, among: names)
    let hint = nearest.isEmpty ? "" : ", did you mean \(Parameter.alternatives(nearest))?"
    return .usage(subject: ShownText.bounded(word), "no such \(kind)" + hint)
  }

  /// How the program ends.
  var exitCode: ExitCode {
    switch self {
    case .usage, .argument, .notPossible: .usage
    case .badData: .badData
    case .noDatabase: .noDatabase
    case .busy: .busy
    case .failed: .failed
    case .readerClosed: .done
    }
  }

  /// What stderr says after `error: `, on one line; nil when nothing is to be said.
  var message: String? {
    switch self {
    case .usage(let subject, let problem): (subject.map { $0 + ": " } ?? "") + problem
    case .notPossible(let subject, let problem): "\(subject): \(problem)"
    case .argument(let error): "\(error.parameter): \(error.complaint(among: []))"
    case .badData(let text), .noDatabase(let text), .busy(let text), .failed(let text): ShownText.oneLine(text)
    case .readerClosed: nil
    }
  }
}
