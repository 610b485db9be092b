import FareModel
import Foundation
import Support
import Testing

@Suite("Real calendars")
struct RealCalendarTests {
  @Test("of 244 days are banded as their provider banded them, and month by month as quartiles say")
  func skyscanner() throws {
    guard let rows = try rows("data/skyscanner_calendar_groups/expected_calendar.csv") else { return }
    var fares = FareList()
    for row in rows {
      fares.add("BOM-JFK \(row[3]) \(row[4].dropLast(2)).\(row[4].suffix(2)) USD \(row[6])") {
        $0.source = "skyscanner-calendar"
      }
    }
    let asking = Asking(fares)
    for (reference, column) in [("horizon", 7), ("month", 8)] {
      var banded = 0
      for month in Month(year: 2023, month: 8)...Month(year: 2024, month: 7) {
        let answer = try asking.calendar(
          "origin=BOM destination=JFK month=\(month) as_of=2023-08-02T20:51:06Z band_reference=\(reference)"
        )
        for row in rows where Day(row[3])?.month == month {
          let day = answer.days.first { $0.date.description == row[3] }
          #expect(day?.band?.name == row[column], "\(row[3])")
          banded += 1
        }
      }
      #expect(banded == 244)
    }
    let november = try asking.json(.calendar, "origin=BOM destination=JFK month=2023-11 as_of=2023-08-02T20:51:06Z")
    #expect(
      november.hasPrefix(
        """
        {"origin":"BOM","destination":"JFK","month":"2023-11","trip":"one_way","currency":"USD",\
        "as_of":"2023-08-02T20:51:06Z","coverage":"covered","bands":{"rule":"quartiles","reference":"horizon",\
        "sample_size":244,"low_below":"569.97","high_above":"745.8125","counts":{"low":10,"avg":18,"high":0},\
        "reason":null},"cheapest":{"departure_date":"2023-11-08","price_minor":53174,"price":"531.74",\
        "currency":"USD"},"statistics":{"n":28,"min_minor":53174,"median":"574.72","mean_minor":58472,\
        "max_minor":71754},"days":[{"departure_date":"2023-11-01","status":"priced","price_minor":56276,\
        "price":"562.76","display":"$562.76","currency":"USD","band":"low","label":"Cheap","direct":null,\
        "stops":null,"airports":["BOM","JFK"],"observed_at":"2023-08-02T20:51:06Z","age_hours":0,\
        "source":"skyscanner-calendar","spoken":"November 1, $562.76, cheap price"},
        """
      )
    )
    #expect(
      november.contains(
        #"{"departure_date":"2023-11-12","status":"no_fare_observed","price_minor":null,"band":null}"#
      )
    )
  }

  @Test("of 753 return fares show the earliest way back of equal prices, and any number of nights is respected")
  func amadeus() throws {
    guard let rows = try rows("data/amadeus_openapi/expected_canonical.csv") else { return }
    var fares = FareList()
    for row in rows {
      fares.add("MAD-MUC \(row[3]) \(row[11].dropLast(2)).\(row[11].suffix(2)) EUR 2020-07-24T00:00Z") {
        $0.back = row[14]
      }
    }
    let asking = Asking(fares)
    let question = "origin=MAD destination=MUC trip=return as_of=2020-07-24T00:00:00Z"
    let september = try asking.calendar(question + " month=2020-09")
    #expect(september.edges == BandEdges(sampleSize: 60, lowBelowQuarters: 4 * 9853, highAboveQuarters: 4 * 9853))
    #expect(september.days[2].fare?.returnDate == Day("2020-09-05"))
    #expect(september.days[3].status == .noFareObserved)
    #expect(september.statistics?.count == 26)
    let long = try asking.calendar(question + " month=2020-09 nights_min=15 nights_max=15")
    #expect(long.edges.sampleSize == 43)
    #expect(long.days[29].status == .noFareObserved)
    #expect(long.days[28].status == .filteredOut)
    let short = try asking.months(question + " months=3 nights_max=1")
    #expect(short.months.map(\.pricedDays).reduce(0, +) == 57)
  }

  /// The records of a file of plain CSV without its header, or nil where the file is absent.
  private func rows(_ path: String) throws -> [[String]]? {
    guard let path = SharedData.path(path) else { return nil }
    let text = try String(contentsOfFile: path, encoding: .utf8)
    return text.split(whereSeparator: \.isNewline).dropFirst().map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
  }
}
