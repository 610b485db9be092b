import FareModel
import FareSearch
import FareStore
import Synchronization

@testable import faregrid

/// A source that holds the fares of one route, OSL to FCO in September 2026, and can be made to lose its connection.
final class StillSource: ChangingSource, Sendable {
  /// How the connection does, shared by all sources that are opened from it.
  final class Connection: Sendable {
    private let state = Mutex((opened: 0, isDown: false, isStale: false))

    /// How often a source was opened.
    var timesOpened: Int { state.withLock { $0.opened } }

    /// Makes the server unreachable, or reachable again.
    func setDown(_ isDown: Bool) {
      state.withLock { $0.isDown = isDown }
    }

    /// Breaks what is open now. The server itself is well.
    func breakOnce() {
      state.withLock { $0.isStale = true }
    }

    /// A session on sources of this connection, two hours after the newest observation.
    func session() -> Session {
      Session({ () throws(PostgresError) in try self.open() }, clock: { StillSource.now.advanced(bySeconds: 7200) })
    }

    private func open() throws(PostgresError) -> StillSource {
      try state.withLock { state throws(PostgresError) in
        state.opened += 1
        state.isStale = false
        if state.isDown { throw PostgresError(.connectFailed, message: "connection to \"db.internal\" refused") }
      }
      return StillSource(self)
    }

    fileprivate func check() throws(PostgresError) {
      try state.withLock { state throws(PostgresError) in
        if state.isDown || state.isStale {
          throw PostgresError(.connectionLost, message: "server closed the connection")
        }
      }
    }
  }

  static let now = Instant(day: day(1), secondOfDay: 0).advanced(bySeconds: -30 * 86_400)
  private let connection: Connection

  fileprivate init(_ connection: Connection) {
    self.connection = connection
  }

  private static func day(_ number: Int) -> Day {
    Month(year: 2026, month: 9).firstDay.advanced(by: number - 1)
  }

  func routeSpans(origins: [PlaceCode], destinations: [PlaceCode]) throws(PostgresError) -> [RouteSpan] {
    try connection.check()
    guard let origin = origins.first(where: { "\($0)" == "OSL" }),
      let destination = destinations.first(where: { "\($0)" == "FCO" })
    else { return [] }
    return [
      RouteSpan(
        origin: origin,
        destination: destination,
        firstObservedAt: Self.now,
        lastObservedAt: Self.now,
        firstDeparture: Self.day(1),
        lastDeparture: Self.day(8)
      )
    ]
  }

  func routeSpans(from origins: [PlaceCode]?) throws(PostgresError) -> [RouteSpan] {
    try routeSpans(
      origins: origins ?? ["OSL"].compactMap { PlaceCode($0) },
      destinations: ["FCO"].compactMap { PlaceCode($0) }
    )
  }

  func routeSpans(from origins: [PlaceCode]?, upTo instant: Instant) throws(PostgresError) -> [RouteSpan] {
    try routeSpans(from: origins)
  }

  func knownDestinations(from origins: [PlaceCode]) throws(PostgresError) -> [PlaceCode] { [] }

  func fileNames(of batches: [Int64]) throws(PostgresError) -> [Int64: String] { [:] }

  func witnesses(
    of routes: [Route],
    months: ClosedRange<Month>
  ) throws(PostgresError) -> [Provenance: [Provenance]] {
    [:]
  }

  func dayPrices(of routes: [Route], months: ClosedRange<Month>, trip: Trip) throws(PostgresError) -> [DayPriceRow] {
    try connection.check()
    let month = Month(year: 2026, month: 9)
    guard let route = routes.first, months.contains(month), trip == .oneWay else { return [] }
    let row = DayPriceRow(
      origin: route.origin,
      destination: route.destination,
      month: month,
      trip: trip,
      currency: CurrencyCode("EUR"),
      newestObservedAt: Self.now,
      holdsUntil: nil,
      cells: (1...8).map(cell)
    )
    return [row]
  }

  private func cell(_ number: Int) -> DayPriceCell {
    DayPriceCell(
      departureDate: Self.day(number),
      returnDate: nil,
      priceMinor: Int64(9_100 + number * 550),
      fareCount: 1,
      isSoldOut: false,
      observedAt: Self.now,
      stops: 0,
      source: "tracker",
      deepLink: nil,
      provenance: Provenance(batch: 1, record: Int32(number))
    )
  }

  func currentFares(of routes: [Route], months: ClosedRange<Month>) throws(PostgresError) -> ObservationTable {
    try connection.check()
    return ObservationTable()
  }

  func observations(
    of routes: [Route],
    months: ClosedRange<Month>,
    upTo instant: Instant
  ) throws(PostgresError) -> ObservationTable {
    try connection.check()
    return ObservationTable()
  }

  func rates(upTo day: Day) throws(PostgresError) -> [ExchangeRate] {
    try connection.check()
    return []
  }

  func reference() throws(PostgresError) -> ReferenceOverlay {
    try connection.check()
    return ReferenceOverlay()
  }

  func status() throws(PostgresError) -> StoreStatus {
    try connection.check()
    return StoreStatus(
      observations: 7_440,
      routes: 1,
      batches: 2,
      lastLoadedAt: Self.now,
      sources: [
        StoreStatus.Source(name: "skyscanner-calendar", newestObservedAt: Self.now, observations: 7_432),
        StoreStatus.Source(
          name: "tracker",
          newestObservedAt: Self.now.advanced(bySeconds: -30 * 3600),
          observations: 8
        ),
      ],
      schemaVersion: 3,
      serverVersion: "15.18",
      bytes: 12_345_678
    )
  }

  func listen() throws(PostgresError) {
    try connection.check()
  }

  func changes() throws(PostgresError) -> StoreChange {
    try connection.check()
    return StoreChange()
  }

  func edition() throws(PostgresError) -> Int64 {
    try connection.check()
    return 2
  }

  func snapshot<Value>(_ body: () throws(PostgresError) -> Value) throws(PostgresError) -> Value {
    try connection.check()
    return try body()
  }
}
