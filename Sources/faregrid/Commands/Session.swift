import FareAtlas
import FareJSON
import FareModel
import FareSearch
import FareServer
import FareStore
import Glibc

/// Answers questions from a source that is opened when it is first needed, and opened again when it was lost.
///
/// A question only reads, so one that finds the connection broken is asked once more on a new one.
final class Session: Answering {
  /// Opens a source of fares.
  typealias Opener = @Sendable () throws(PostgresError) -> any FareSource

  private let open: Opener
  private let clock: @Sendable () -> Instant
  private var opened: Opened?

  private struct Opened {
    var answerer: Answerer
    var atlas: Atlas
  }

  /// Creates a session. Nothing is opened yet. `clock` tells the time of questions that do not say as at when.
  init(_ open: @escaping Opener, clock: @escaping @Sendable () -> Instant = Session.now) {
    self.open = open
    self.clock = clock
  }

  /// Writes the result object of a method. `ping` is answered without a source.
  func answer(_ method: Method, _ arguments: Arguments, into json: inout JSONWriter) throws(AnswerFault) {
    guard method.name != .ping else { return json.string("pong") }
    let start = json.count
    do throws(AnswerFault) {
      try current().answerer.answer(method, arguments, into: &json)
    } catch .databaseUnavailable {
      opened = nil
      json.truncate(to: start)
      try current().answerer.answer(method, arguments, into: &json)
    }
  }

  /// Answers `calendar`.
  func calendar(_ question: CalendarQuestion) throws(AnswerFault) -> CalendarAnswer {
    try current().answerer.calendar(question)
  }

  /// Answers `months`.
  func months(_ question: MonthsQuestion) throws(AnswerFault) -> MonthsAnswer {
    try current().answerer.months(question)
  }

  /// Answers `status`.
  func status(maxAgeHours: Int?) throws(AnswerFault) -> StatusAnswer {
    try current().answerer.status(maxAgeHours: maxAgeHours)
  }

  /// Answers a question by one of the answerer's methods.
  func answer<Question, Answer>(
    _ question: Question,
    by method: (Answerer) -> (Question) throws(AnswerFault) -> Answer
  ) throws(AnswerFault) -> Answer {
    try method(current().answerer)(question)
  }

  /// How a locale writes prices.
  func priceWords(_ locale: Locale) throws(AnswerFault) -> PriceWords {
    let atlas = try current().atlas
    return PriceWords(
      display: { atlas.display($0, locale: locale) },
      exponent: { atlas.currency($0)?.exponent ?? 0 }
    )
  }

  private func current() throws(AnswerFault) -> Opened {
    if let opened { return opened }
    do throws(PostgresError) {
      let source = try open()
      let atlas = Atlas(overlay: try source.reference())
      let opened = Opened(answerer: Answerer(source: source, atlas: atlas, clock: clock), atlas: atlas)
      self.opened = opened
      return opened
    } catch {
      throw error.isConnectionFailure ? .databaseUnavailable(error.message) : .failed(error.message)
    }
  }

  /// What time the system says it is.
  @Sendable
  static func now() -> Instant {
    Instant(rawValue: Int64(time(nil)))
  }
}
