import FareFeeds
import FareModel
import Foundation
import Testing

@Suite("times of legs that were read")
struct LegTimesTests {
  /// A row of the own format between two places with the zones of the cases.
  private func leg(_ route: String, _ fields: String) throws -> [String: String] {
    let text = """
      origin,destination,departure_date,departure_time,arrival_time,arrival_day_offset,duration_minutes,price,currency,observed_at
      \(route),\(fields),1,EUR,2026-01-01T00:00Z
      """
    return try Feed.read(text).rows.first ?? [:]
  }

  @Test(
    "finds the arrival day and the elapsed minutes from the clocks at both ends",
    arguments: [
      ("LHR,ATH", "2026-06-01,21:50,03:35,,", "1", "225"), ("APW,PPG", "2026-08-10,08:00,08:35,-1,", "-1", "35"),
      ("APW,PPG", "2026-08-10,08:00,08:35,,", "-1", "35"), ("LAX,SYD", "2026-01-14,22:30,08:30,,", "2", "900"),
      ("SFO,SIN", "2026-01-14,23:15,07:45,2,", "2", "990"), ("JFK,LHR", "2026-03-15,19:00,06:00,,", "1", "420"),
      ("JFK,LHR", "2026-03-30,19:00,07:00,,", "1", "420"), ("DEN,PHX", "2026-07-01,10:00,10:45,,", "0", "105"),
      ("DEL,KTM", "2026-05-05,11:00,12:55,,", "0", "100"),
    ]
  )
  func completesLegs(_ route: String, _ fields: String, _ offset: String, _ minutes: String) throws {
    let leg = try leg(route, fields)
    #expect(leg["arrival_day_offset"] == offset)
    #expect(leg["duration_minutes"] == minutes)
  }

  @Test("takes the arrival day from the duration, and counts a stamp that contradicts it")
  func prefersDurations() throws {
    let columns = "departure_time,arrival_time,arrival_day_offset,duration_minutes"
    let text = "\(header),\(columns)\n\(row),21:50,01:05,0,195\n\(row),21:50,01:05,1,195\n\(row),21:50,01:05,,195\n"
    let feed = try Feed.read(text)
    #expect(feed.column("arrival_day_offset") == ["1", "1", "1"])
    #expect(feed.warningCount(.arrivalDisagrees) == 1)
    #expect(feed.warnings.first?.example == "record 1: OSL to FCO, 2026-09-03")
  }

  @Test("completes the way back on the return date, with the places the other way round")
  func completesTheWayBack() throws {
    let columns = "return_date,return_departure_time,return_arrival_time"
    let text =
      "origin,destination,departure_date,price,currency,observed_at,\(columns)\n"
      + "LHR,JFK,2026-03-20,1,EUR,2026-01-01T00:00Z,2026-03-30,19:00,07:00\n"
    let feed = try Feed.read(text)
    #expect(feed.column("return_arrival_day_offset") == ["1"])
    #expect(feed.column("return_duration_minutes") == ["420"])
  }
}
