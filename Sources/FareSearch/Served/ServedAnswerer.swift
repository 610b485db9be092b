public import FareAtlas
public import FareJSON
public import FareModel
public import FareStore

/// Answers questions from memory as far as it goes: fares, and whole results that were given before.
///
/// Requests come in batches, those that were there when somebody looked. All of a batch are answered as at one present,
/// and none is older than the last commit that was heard of before the batch.
public final class ServedAnswerer {
  /// What is asked.
  public private(set) var answerer: Answerer
  /// What is known of places and currencies.
  public private(set) var atlas: Atlas

  private let source: ServedSource
  private let clock: () -> Instant
  private let present: Present
  private let keepsResults: Bool
  private let limit: Int
  private var kept = KeptAnswers()

  /// The instant that the batch in work is answered as at.
  private final class Present {
    var now: Instant

    init(_ now: Instant) {
      self.now = now
    }
  }

  /// Begins to listen to a source.
  ///
  /// - Parameters:
  ///   - source: Where fares come from.
  ///   - keepsResults: Whether results are kept to be given again.
  ///   - limit: What fares and results may take in memory together, in bytes.
  ///   - clock: Tells what time it is.
  public init(
    _ source: any ChangingSource,
    keepsResults: Bool = true,
    limit: Int = Limits.servedBytes,
    clock: @escaping () -> Instant
  ) throws(PostgresError) {
    self.source = try ServedSource(source, limit: limit)
    self.keepsResults = keepsResults
    self.limit = limit
    self.clock = clock
    let present = Present(clock())
    self.present = present
    atlas = Atlas(overlay: try source.reference())
    answerer = Answerer(source: self.source, atlas: atlas) { present.now }
  }

  /// What fares and results take in memory together, about, in bytes.
  public var byteCount: Int { source.byteCount + kept.byteCount }

  /// Begins a batch: takes in what was committed, and looks at the clock.
  public func beginBatch() throws(PostgresError) {
    present.now = clock()
    try source.refresh()
    try absorbChanges()
  }

  /// The result that a request was given before and would be given again.
  public func kept(for request: Span<UInt8>) -> KeptResult? {
    kept.use(request, at: present.now)
  }

  /// Answers a question with the result object of its method, and keeps it for the request when it will hold.
  ///
  /// When a commit shows that was not heard of yet, the question is asked again: what is known of places may be older.
  public func answer(
    _ method: Method,
    _ arguments: Arguments,
    for request: Span<UInt8>,
    into json: inout JSONWriter
  ) throws(AnswerFault) {
    let start = json.count
    try answerer.answer(method, arguments, into: &json)
    while source.hasChanges {
      json.truncate(to: start)
      do {
        try absorbChanges()
      } catch {
        throw AnswerFault(error)
      }
      try answerer.answer(method, arguments, into: &json)
    }
    guard keepsResults, !request.isEmpty, let life = answerer.life else { return }
    kept.keep(json.span.extracting(start..<json.count), for: request, life)
    kept.shrink(to: max(0, limit - source.byteCount))
  }

  private func absorbChanges() throws(PostgresError) {
    guard source.hasChanges else { return }
    let change = source.takeChanges()
    kept.forget(change)
    guard change.hasReference else { return }
    atlas = Atlas(overlay: try source.reference())
    let present = present
    answerer = Answerer(source: source, atlas: atlas) { present.now }
  }
}

extension AnswerFault {
  /// The fault of a question that met an error of the database.
  init(_ error: PostgresError) {
    self = error.isConnectionFailure ? .databaseUnavailable(error.debugDescription) : .failed(error.debugDescription)
  }
}
