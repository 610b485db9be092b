import FareFeeds
import Testing

@Suite("segments of the own format")
struct OwnSegmentTests {
  private static func flight(_ origin: String, _ destination: String, _ departs: String, _ arrives: String) -> String {
    "{\"origin\":\"\(origin)\",\"destination\":\"\(destination)\",\"departs_at\":\"2026-09-\(departs)\","
      + "\"arrives_at\":\"2026-09-\(arrives)\",\"flight_number\":\"SK\(origin.utf8.count)\"}"
  }

  private func feed(_ flights: String..., more: String = "", values: String = "") throws -> Feed {
    let segments = "[\(flights.joined(separator: ","))]".replacing("\"", with: "\"\"")
    let header = "origin,destination,departure_date,price,currency,observed_at,segments"
    return try Feed.read("\(header)\(more)\nOSL,FCO,2026-09-10,90.00,EUR,2026-08-01T06:00Z,\"\(segments)\"\(values)\n")
  }

  @Test("tell what the row does not say: times, stops, landings and flights, and the duration with its layover")
  func completes() throws {
    let row = try #require(
      try feed(
        Self.flight("OSL", "CPH", "10T10:00", "10T11:10"),
        Self.flight("CPH", "FCO", "11T12:10", "11T14:50")
      ).rows.first
    )
    let expected = [
      "fare": "itinerary", "departure_time": "10:00", "arrival_time": "14:50", "arrival_day_offset": "1",
      "duration_minutes": "1730", "stops": "1", "via": "CPH", "carriers": "SK+SK", "flight_numbers": "SK3+SK3",
    ]
    for (column, value) in expected { #expect(row[column] == value, "\(column)") }
  }

  @Test("say nothing against what the row itself says")
  func keepsStated() throws {
    let flight = Self.flight("OSL", "FCO", "10T10:00", "10T13:00")
    let row = try #require(try feed(flight, more: ",stops,flight_numbers", values: ",1,DY7").rows.first)
    #expect(row["stops"] == "1" && row["flight_numbers"] == "DY7" && row["departure_time"] == "10:00")
  }

  @Test("reject a row whose flights do not follow each other in time and place, or leave on another day")
  func rejects() throws {
    let first = Self.flight("OSL", "CPH", "10T10:00", "10T11:10")
    for second in [
      Self.flight("CPH", "FCO", "10T11:00", "10T13:40"), Self.flight("ARN", "FCO", "10T13:00", "10T16:00"),
    ] {
      #expect(try feed(first, second).rejected.map(\.column) == ["segments"])
    }
    #expect(try feed(Self.flight("OSL", "FCO", "11T10:00", "11T13:00")).rejected.map(\.column) == ["segments"])
    #expect(try feed("{\"anything\":1}").rejected.isEmpty)
  }
}
