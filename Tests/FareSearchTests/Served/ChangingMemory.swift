import FareAtlas
import FareJSON
import FareModel
import FareSearch
import FareStore

/// A source that can be changed while somebody serves from it, and counts how often it is read.
final class ChangingMemory: ChangingSource {
  private(set) var memory: MemorySource
  private(set) var snapshots = 0
  private(set) var listens = 0
  private var unheard = StoreChange()
  private var newest: Int64 = 1
  var isConnected = true
  /// Whether it gives the days of a route at once.
  var readsAtOnce = false
  var overlay = ReferenceOverlay()

  init(_ fares: FareList) {
    memory = MemorySource(fares)
  }

  /// Commits other fares, of which listeners hear unless it `isSilent`.
  func commit(_ fares: FareList, _ change: StoreChange, isSilent: Bool = false) {
    let rates = memory.exchangeRates
    memory = MemorySource(fares)
    memory.exchangeRates = rates
    newest += 1
    var change = change
    change.edition = newest
    if !isSilent { unheard.merge(change) }
  }

  func listen() throws(PostgresError) {
    listens += 1
  }

  func changes() throws(PostgresError) -> StoreChange {
    guard isConnected else { throw PostgresError(.connectionLost, message: "gone") }
    defer { unheard = StoreChange() }
    return unheard
  }

  func edition() throws(PostgresError) -> Int64 { newest }

  func snapshot<Value>(_ body: () throws(PostgresError) -> Value) throws(PostgresError) -> Value {
    guard isConnected else { throw PostgresError(.connectionLost, message: "gone") }
    snapshots += 1
    return try body()
  }

  func routeSpans(origins: [PlaceCode], destinations: [PlaceCode]) throws(PostgresError) -> [RouteSpan] {
    try memory.routeSpans(origins: origins, destinations: destinations)
  }

  func dayPrices(of routes: [Route], months: ClosedRange<Month>, trip: Trip) throws(PostgresError) -> [DayPriceRow] {
    try memory.dayPrices(of: routes, months: months, trip: trip)
  }

  func routeDays(
    of route: Route,
    shown: ClosedRange<Month>,
    compared: ClosedRange<Day>,
    withEdition: Bool
  ) throws(PostgresError) -> RouteDays? {
    guard isConnected else { throw PostgresError(.connectionLost, message: "gone") }
    memory.readsAtOnce = readsAtOnce
    defer { memory.readsAtOnce = false }
    var found = try memory.routeDays(of: route, shown: shown, compared: compared, withEdition: withEdition)
    if withEdition { found?.edition = newest }
    return found
  }

  func currentFares(of routes: [Route], months: ClosedRange<Month>) throws(PostgresError) -> ObservationTable {
    try memory.currentFares(of: routes, months: months)
  }

  func observations(
    of routes: [Route],
    months: ClosedRange<Month>,
    upTo instant: Instant
  ) throws(PostgresError) -> ObservationTable {
    try memory.observations(of: routes, months: months, upTo: instant)
  }

  func routeSpans(from origins: [PlaceCode]?) throws(PostgresError) -> [RouteSpan] {
    try memory.routeSpans(from: origins)
  }

  func routeSpans(from origins: [PlaceCode]?, upTo instant: Instant) throws(PostgresError) -> [RouteSpan] {
    try memory.routeSpans(from: origins, upTo: instant)
  }

  func knownDestinations(from origins: [PlaceCode]) throws(PostgresError) -> [PlaceCode] {
    try memory.knownDestinations(from: origins)
  }

  func fileNames(of batches: [Int64]) throws(PostgresError) -> [Int64: String] {
    try memory.fileNames(of: batches)
  }

  func witnesses(
    of routes: [Route],
    months: ClosedRange<Month>
  ) throws(PostgresError) -> [Provenance: [Provenance]] {
    try memory.witnesses(of: routes, months: months)
  }

  func rates(upTo day: Day) throws(PostgresError) -> [ExchangeRate] { try memory.rates(upTo: day) }
  func reference() throws(PostgresError) -> ReferenceOverlay { overlay }
  func status() throws(PostgresError) -> StoreStatus { try memory.status() }
}

/// A clock that a test sets.
final class TestClock {
  var now: Instant

  init(_ now: String) {
    guard let now = Instant(now) else { preconditionFailure("no instant: \(now)") }
    self.now = now
  }
}

/// Asks one who serves from memory, and a new answerer that reads the same source, and compares them.
struct Serving {
  let source: ChangingMemory
  let clock: TestClock
  let served: ServedAnswerer

  init(_ fares: FareList, now: String = "2026-08-01T12:00:00Z", limit: Int = Limits.servedBytes) throws {
    let clock = TestClock(now)
    self.clock = clock
    source = ChangingMemory(fares)
    served = try ServedAnswerer(source, limit: limit) { clock.now }
  }

  /// The answer from memory to a request that is a batch of its own, and whether it was kept.
  func ask(_ name: Method.Name, _ parameters: String) throws -> (text: String, isKept: Bool) {
    try served.beginBatch()
    let request = Array("\(name) \(parameters)".utf8)
    if let kept = served.kept(for: request.span) { return (Self.text(kept.bytes), true) }
    var json = JSONWriter()
    try served.answer(.of(name), Asking.arguments(parameters, name), for: request.span, into: &json)
    return (Self.text(json.span), false)
  }

  /// The answer that nobody kept anything for, read step by step or at once.
  func fresh(_ name: Method.Name, _ parameters: String, atOnce: Bool = false) throws -> String {
    source.memory.readsAtOnce = atOnce
    defer { source.memory.readsAtOnce = false }
    let answerer = Answerer(source: source.memory, atlas: Atlas(overlay: source.overlay)) { clock.now }
    var json = JSONWriter()
    try answerer.answer(.of(name), Asking.arguments(parameters, name), into: &json)
    return Self.text(json.span)
  }

  private static func text(_ bytes: Span<UInt8>) -> String {
    String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
  }
}
