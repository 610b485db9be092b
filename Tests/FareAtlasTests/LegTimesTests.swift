import FareAtlas
import FareModel
import Foundation
import Support
import Testing

@Suite("leg times")
struct LegTimesTests {
  private let atlas = Atlas()

  private func completed(
    _ route: String,
    _ departure: String,
    arrival: String? = nil,
    offset: Int? = nil,
    minutes: Int? = nil
  ) -> LegTimes {
    let places = route.split(separator: "-").map { code(String($0)) }
    let stamp = departure.split(separator: "T").map(String.init)
    return atlas.completed(
      LegTimes(arrivalTime: arrival.map(time), arrivalDayOffset: offset, durationMinutes: minutes),
      from: places[0],
      to: places[1],
      departureDate: day(stamp[0]),
      departureTime: stamp.count > 1 ? time(stamp[1]) : nil
    )
  }

  private func times(_ arrival: String?, _ offset: Int?, _ minutes: Int?, wrong: Bool = false) -> LegTimes {
    var times = LegTimes(arrivalTime: arrival.map(time), arrivalDayOffset: offset, durationMinutes: minutes)
    times.isStampWrong = wrong
    return times
  }

  @Test("an overnight arrival without a date is on the next day (B01)")
  func overnight() {
    #expect(completed("LHR-ATH", "2026-06-01T21:50", arrival: "03:35") == times("03:35", 1, 225))
  }

  @Test("across the date line an arrival may be on the day before, or two days on (B03)")
  func dateLine() {
    let west = times("08:35", -1, 35)
    #expect(completed("APW-PPG", "2026-08-10T08:00", arrival: "08:35", offset: -1) == west)
    #expect(completed("APW-PPG", "2026-08-10T08:00", arrival: "08:35") == west)
    #expect(completed("LAX-SYD", "2026-01-14T22:30", arrival: "08:30") == times("08:30", 2, 900))
  }

  @Test(
    "elapsed minutes know each zone and its clock changes (B04)",
    arguments: [
      ("SFO", "2026-01-14T23:15", "SIN", "2026-01-16T07:45", 990),
      ("JFK", "2026-03-15T19:00", "LHR", "2026-03-16T06:00", 420),
      ("JFK", "2026-03-30T19:00", "LHR", "2026-03-31T07:00", 420),
      ("DEN", "2026-07-01T10:00", "PHX", "2026-07-01T10:45", 105),
      ("DEL", "2026-05-05T11:00", "KTM", "2026-05-05T12:55", 100),
      ("KTM", "2026-05-05T12:55", "DEL", "2026-05-05T11:00", -100),
    ]
  )
  func elapsed(origin: String, departure: String, destination: String, arrival: String, expected: Int) {
    let parts = [departure, arrival].map { $0.split(separator: "T").map(String.init) }
    let minutes = atlas.elapsedMinutes(
      from: code(origin),
      (day(parts[0][0]), time(parts[0][1])),
      to: code(destination),
      (day(parts[1][0]), time(parts[1][1]))
    )
    #expect(minutes == expected)
  }

  @Test("the duration gives a missing day offset and a missing arrival")
  func fromDuration() {
    #expect(completed("BLR-DEL", "2019-03-24T22:20", arrival: "01:10", minutes: 170) == times("01:10", 1, 170))
    #expect(completed("JFK-LHR", "2026-03-15T19:00", minutes: 420) == times("06:00", 1, 420))
  }

  @Test("a stamp that disagrees with the duration is noted and not used")
  func disagreement() {
    #expect(
      completed("BLR-DEL", "2019-03-24T22:20", arrival: "01:10", offset: -2, minutes: 170)
        == times("01:10", 1, 170, wrong: true)
    )
    #expect(
      completed("BOM-HYD", "2019-03-12T21:10", arrival: "16:55", minutes: 255) == times("01:25", 1, 255, wrong: true)
    )
  }

  @Test("a duration that is not positive is missing, and a stated day gives none by going back in time")
  func nonpositive() {
    #expect(completed("LHR-ATH", "2026-06-01T21:50", arrival: "03:35", minutes: 0) == times("03:35", 1, 225))
    #expect(completed("LHR-ATH", "2026-06-01T21:50", arrival: "03:35", offset: 0) == times("03:35", 0, nil))
    #expect(completed("LHR-ATH", "2026-06-01", minutes: -5) == times(nil, nil, nil))
  }

  @Test("what a missing zone or departure time keeps from being computed stays as stated")
  func unknown() {
    #expect(completed("ZZZ-ATH", "2026-06-01T21:50", arrival: "03:35") == times("03:35", nil, nil))
    #expect(completed("LHR-ZZZ", "2026-06-01T21:50", arrival: "03:35", offset: 1) == times("03:35", 1, nil))
    #expect(completed("LHR-ATH", "2026-06-01", arrival: "03:35", minutes: 225) == times("03:35", nil, 225))
    #expect(completed("LHR-ATH", "2026-06-01T21:50", minutes: 9000) == times(nil, nil, 9000))
  }

  @Test("ten thousand real rows arrive where their durations say, and just the wrong stamps are noted")
  func machinehack() throws {
    guard let path = SharedData.path("data/machinehack_flight_fare/expected_canonical.csv") else {
      print("skipped: the shared data has no machinehack_flight_fare")
      return
    }
    var wrong = 0
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(whereSeparator: \.isNewline).dropFirst()
    // One row in twenty, and every row with a note.
    for (index, line) in lines.enumerated() where index % 20 == 0 || line.hasSuffix("\"") || line.contains("disagrees")
    {
      let fields = line.split(separator: ",", maxSplits: 15, omittingEmptySubsequences: false).map(String.init)
      let arrival = fields[4].split(separator: "T").map(String.init)
      let departureDay = day(String(fields[3].prefix(10)))
      // The row states the arrival that is right; the note says which one the feed had.
      let note = fields[15].split(separator: " ")
      let stated = note.contains("stamp") ? departureDay.distance(to: day(String(note[3]))) : nil
      let times = completed(
        "\(fields[1])-\(fields[2])",
        fields[3],
        arrival: note.contains("disagrees") ? "16:56" : arrival[1],
        offset: stated,
        minutes: Int(fields[5])
      )
      #expect(times.arrivalTime == time(arrival[1]), "\(line)")
      #expect(times.arrivalDayOffset == departureDay.distance(to: day(arrival[0])), "\(line)")
      wrong += times.isStampWrong ? 1 : 0
    }
    #expect(wrong == 144)
  }
}
