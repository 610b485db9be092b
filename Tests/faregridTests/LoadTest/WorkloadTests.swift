import FareAtlas
import FareModel
import FareStore
import Testing

@testable import faregrid

@Suite("The workload of load tests")
struct WorkloadTests {
  private let workload = Workload(routeCount: 20, firstMonth: Month(year: 2026, month: 12))

  /// FNV-1a, so that a changed byte shows.
  private func digest(_ text: String) -> UInt64 {
    text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  @Test("is the same bytes every time, for every machine")
  func isSeeded() {
    let text = workload.routes.indices.map(workload.lines).joined()
    let again = Workload(routeCount: 20, firstMonth: Month(year: 2026, month: 12))
    #expect(again.routes.indices.map(again.lines).joined() == text)
    #expect(text.hasPrefix("JNB,MNL,2026-12-01,512.11,USD,2026-11-28T04:57:25Z,day,1,loadtest-20-2026-12\n"))
    #expect(digest(text) == 6_425_657_647_484_610_333)
    #expect(text.utf8.count { $0 == UInt8(ascii: "\n") } == workload.observationCount)
  }

  @Test("has whole months, days without a fare and days that were seen twice")
  func hasVariety() {
    let days = workload.routes.indices.flatMap(workload.days)
    let count = Double(days.count)
    #expect(days.count == 20 * 365)
    #expect((0.08...0.12).contains(Double(days.count { $0 == nil }) / count))
    #expect((0.09...0.13).contains(Double(days.count { $0?.olderPriceMinor != nil }) / count))
    #expect(days.contains { ($0?.priceMinor ?? 1) % 100 == 0 })
  }

  @Test("fewer routes are the first of more, each between two cities and of no other pair")
  func routes() {
    let most = Workload(routeCount: Limits.mostWorkloadRoutes, firstMonth: workload.firstMonth)
    #expect(Set(most.routes).count == Limits.mostWorkloadRoutes)
    #expect(Array(most.routes.prefix(20)) == workload.routes)
    let atlas = Atlas()
    let cities = Workload.airports.map { atlas.cities(of: $0).first ?? $0 }
    #expect(Set(cities).count == Workload.airports.count)
    #expect(Workload.airports.filter { atlas.airport($0) == nil || atlas.zone(of: $0) == nil } == [])
  }

  @Test("a wrong, late or foreign answer is counted, and the first is told")
  func check() {
    let expected = ExpectedCalendar(workload, Atlas())
    var check = AnswerCheck(workload, expected)
    let now = Instant(day: workload.firstDay.advanced(by: 3), secondOfDay: 60)
    let asked = AskedQuestion(question: workload.question(25), id: 7, askedAt: now, answeredAt: now)
    func line(_ asOf: Instant, id: Int = 7, question: Int = 25) -> String {
      expected.line(workload.question(question), id: id, asOf: asOf)
    }
    func wrong(_ text: String) -> Int {
      check.check(text.utf8Span.span, of: asked)
      return check.wrong
    }
    #expect(wrong(line(now)) == 0)
    #expect(check.complaint == nil)
    #expect(wrong(line(now.advanced(bySeconds: -1))) == 1)
    #expect(check.complaint?.contains("as_of is 2026-12-04T00:00:59Z, asked at 2026-12-04T00:01:00Z") == true)
    #expect(wrong(line(now, id: 8)) == 2)
    #expect(wrong(line(now, question: 24)) == 3)
    #expect(wrong(line(now).replacing("\"avg\"", with: "\"low\"")) == 4)
    #expect(wrong("") == 5)
    #expect(check.checked == 6)
  }
}
