import FareAtlas
import FareJSON
import FareModel
import FareSearch
import FareServer
import FareStore
import Glibc

/// Answers questions from a source that is opened when it is first needed, and opened again when it was lost.
///
/// A question only reads, so one that finds the connection broken is asked once more on a new one. What was kept in
/// memory goes with the connection that could vouch for it.
final class Session: Answering {
  /// Opens a source of fares.
  typealias Opener = @Sendable () throws(PostgresError) -> any ChangingSource

  private let open: Opener
  private let keepsResults: Bool
  private let clock: @Sendable () -> Instant
  private var opened: ServedAnswerer?
  private var isStillWanted: (() -> Bool)?

  /// Creates a session. Nothing is opened yet.
  ///
  /// `keepsResults` has results kept that will be asked for again. `clock` tells the time of questions that do not say as
  /// at when.
  init(
    _ open: @escaping Opener,
    keepsResults: Bool = false,
    clock: @escaping @Sendable () -> Instant = Session.now
  ) {
    self.open = open
    self.keepsResults = keepsResults
    self.clock = clock
  }

  /// Takes in what was committed since the last batch. A connection that was lost is found here, too.
  func beginBatch() {
    do throws(PostgresError) {
      try opened?.beginBatch()
    } catch {
      opened = nil
    }
  }

  /// Has `isStillWanted` asked from time to time while a question takes long.
  func watch(_ isStillWanted: @escaping () -> Bool) {
    self.isStillWanted = isStillWanted
  }

  /// The result that a request was given before and would be given again.
  func kept(for request: Span<UInt8>) -> KeptResult? {
    opened?.kept(for: request)
  }

  /// Writes the result object of a method, which is not kept.
  func answer(_ method: Method, _ arguments: Arguments, into json: inout JSONWriter) throws(AnswerFault) {
    try answer(method, arguments, for: Span(), into: &json)
  }

  /// Writes the result object of a method. `ping` is answered without a source.
  func answer(
    _ method: Method,
    _ arguments: Arguments,
    for request: Span<UInt8>,
    into json: inout JSONWriter
  ) throws(AnswerFault) {
    guard method.name != .ping else { return json.string("pong") }
    let start = json.count
    do throws(AnswerFault) {
      try current().answer(method, arguments, for: request, into: &json)
    } catch .databaseUnavailable {
      opened = nil
      json.truncate(to: start)
      try current().answer(method, arguments, for: request, into: &json)
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
  func status(_ arguments: Arguments) throws(AnswerFault) -> StatusAnswer {
    try current().answerer.status(arguments)
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

  private func current() throws(AnswerFault) -> ServedAnswerer {
    if let opened { return opened }
    do throws(PostgresError) {
      let source = try open()
      if let isStillWanted { source.watch(isStillWanted) }
      let opened = try ServedAnswerer(source, keepsResults: keepsResults, clock: clock)
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
