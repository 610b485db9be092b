import FareAtlas
import FareJSON
import FareModel
import FareSearch

/// Asks questions as a client does, by parameters in text.
struct Asking {
  let source: MemorySource
  let answerer: Answerer

  /// Prepares to ask about fares when the clock says `now`.
  init(_ fares: FareList, atlas: Atlas = .shipped, now: String = "2026-08-01T12:00:00Z") {
    self.init(MemorySource(fares), atlas: atlas, now: now)
  }

  /// Prepares to ask a source.
  init(_ source: MemorySource, atlas: Atlas = .shipped, now: String = "2026-08-01T12:00:00Z") {
    guard let now = Instant(now) else { preconditionFailure("no instant: \(now)") }
    self.source = source
    answerer = Answerer(source: source, atlas: atlas) { now }
  }

  /// The answer of `calendar` to parameters such as `"origin=OSL destination=FCO month=2026-09"`.
  func calendar(_ parameters: String) throws -> CalendarAnswer {
    try answerer.calendar(CalendarQuestion(Self.arguments(parameters, .calendar)))
  }

  /// The answer of `months`.
  func months(_ parameters: String) throws -> MonthsAnswer {
    try answerer.months(MonthsQuestion(Self.arguments(parameters, .months)))
  }

  /// The answer of `search`.
  func search(_ parameters: String) throws -> SearchAnswer {
    try answerer.search(SearchQuestion(Self.arguments(parameters, .search)))
  }

  /// The answer of `everywhere`.
  func everywhere(_ parameters: String) throws -> EverywhereAnswer {
    try answerer.everywhere(EverywhereQuestion(Self.arguments(parameters, .everywhere)))
  }

  /// The answer of `matrix`.
  func matrix(_ parameters: String) throws -> MatrixAnswer {
    try answerer.matrix(MatrixQuestion(Self.arguments(parameters, .matrix)))
  }

  /// The answer of `explain`.
  func explain(_ parameters: String) throws -> ExplainAnswer {
    try answerer.explain(ExplainQuestion(Self.arguments(parameters, .explain)))
  }

  /// The answer of a method as JSON text.
  func json(_ name: Method.Name, _ parameters: String) throws -> String {
    var writer = JSONWriter()
    try answerer.answer(.of(name), Self.arguments(parameters, name), into: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// The fault that a question meets, or nil when it is answered.
  func fault(_ name: Method.Name, _ parameters: String) throws -> AnswerFault? {
    let arguments = try Self.arguments(parameters, name)
    var writer = JSONWriter()
    do throws(AnswerFault) {
      try answerer.answer(.of(name), arguments, into: &writer)
      return nil
    } catch {
      return error
    }
  }

  static func arguments(_ parameters: String, _ name: Method.Name) throws -> Arguments {
    let given = parameters.split(separator: " ").map { parameter in
      let parts = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (name: String(parts[0]), value: ArgumentValue.untyped(String(parts[1])))
    }
    return try Arguments(given, for: .of(name))
  }
}

extension Atlas {
  /// The shipped reference data.
  static let shipped = Atlas()
}

extension CalendarAnswer {
  /// The days as `3:priced 4:sold_out`, by the day of the month, those without any fare left out.
  var outline: String {
    days.filter { $0.status != .noFareObserved }.map { day in
      let shown = day.fare.map { "\($0.priceMinor)" } ?? day.status.rawValue
      return "\(day.date.dayOfMonth):\(shown)" + (day.band.map { " \($0.name)" } ?? "")
    }.joined(separator: ", ")
  }
}
