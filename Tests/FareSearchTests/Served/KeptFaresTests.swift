import FareModel
import FareStore
import Support
import Testing

@testable import FareSearch

@Suite("Packed fares")
struct KeptFaresTests {
  private static let route = Route(
    origin: PlaceCode(rawValue: 0x4F_534C),
    destination: PlaceCode(rawValue: 0x46_434F)
  )

  private static func rows(days: Int, using random: inout SeededGenerator) -> [DayPriceRow] {
    let first = Month(year: 2026, month: 9)
    return (0..<(days + 29) / 30).map { number in
      let month = first.advanced(by: number)
      return DayPriceRow(
        origin: route.origin,
        destination: route.destination,
        month: month,
        trip: .oneWay,
        currency: CurrencyCode("EUR"),
        newestObservedAt: Instant(rawValue: 1_785_600_000),
        holdsUntil: number == 1 ? Instant(rawValue: 1_795_600_000) : nil,
        cells: month.days.prefix(30).map { day in
          DayPriceCell(
            departureDate: day,
            returnDate: nil,
            priceMinor: .random(in: 1900...90_000, using: &random),
            fareCount: .random(in: 1...14, using: &random),
            isSoldOut: false,
            observedAt: Instant(rawValue: 1_785_542_400 + .random(in: 0..<40_000, using: &random)),
            stops: Bool.random(using: &random) ? .random(in: 0...2, using: &random) : nil,
            source: "some-quite-long-source",
            deepLink: nil,
            provenance: Provenance(batch: 3, record: .random(in: 1...100_000, using: &random))
          )
        }
      )
    }
  }

  @Test("come back as they were", arguments: [0, 1, 30, 365])
  func roundTrip(days: Int) {
    var random = SeededGenerator(seed: 7)
    let rows = Self.rows(days: days, using: &random)
    let kept = KeptFares(rows, of: Self.route, trip: .oneWay)
    let first = Month(year: 2026, month: 9)
    #expect(kept.rows(first...first.advanced(by: 20)) == rows)
    #expect(
      kept.rows(first.advanced(by: 1)...first.advanced(by: 1)) == rows.filter { $0.month == first.advanced(by: 1) }
    )
  }

  @Test("of ten thousand routes and a year fit into the bound")
  func compactness() {
    var random = SeededGenerator(seed: 8)
    let kept = KeptFares(Self.rows(days: 365, using: &random), of: Self.route, trip: .oneWay)
    #expect(kept.byteCount * 10_000 <= Limits.servedBytes, "\(kept.byteCount) bytes a route")
  }

  @Test("columns hold any numbers and missing ones", arguments: 1...20)
  func columns(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let span = Int64(1) << Int64.random(in: 0...62, using: &random)
    let base = Int64.random(in: -1_000_000...1_000_000, using: &random)
    let isMissing = Bool.random(using: &random)
    let values = (0..<100).map { _ in
      isMissing && Bool.random(using: &random) ? nil : base + Int64.random(in: 0..<span, using: &random) / 2
    }
    var columns = PackedColumns()
    columns.append([Int64?](repeating: nil, count: 100))
    columns.append(values)
    columns.append([Int64?](repeating: 5, count: 100))
    columns.finish()
    #expect((0..<100).map { columns.value(0, $0) } == [Int64?](repeating: nil, count: 100))
    #expect((0..<100).map { columns.value(1, $0) } == values)
    #expect((0..<100).map { columns.value(2, $0) } == [Int64?](repeating: 5, count: 100))
  }
}
