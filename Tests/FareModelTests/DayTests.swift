import FareModel
import Foundation
import Support
import Testing

@Suite("days and months")
struct DayTests {
  @Test(
    "a day is written as it is read",
    arguments: ["1970-01-01", "2024-02-29", "2026-10-25", "0000-01-01", "9999-12-31", "1969-12-31"]
  )
  func roundTrip(text: String) {
    #expect(Day(text)?.description == text)
  }

  @Test(
    "what is no day is refused",
    arguments: [
      "2025-02-29", "1900-02-29", "2026-04-31", "2026-13-01", "2026-00-10", "2026-01-00", "2026-1-01", "2026/01/01",
      "20260101", "2026-01-01T00:00", "", "２０２６-01-01", "-026-01-01", "2026-01-1 ",
    ]
  )
  func refused(text: String) {
    #expect(Day(text) == nil)
  }

  @Test("agrees with Foundation's calendar on random days of three thousand years")
  func agreement() {
    var calendar = Foundation.Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<500 {
      // From 1583 on, when Foundation's calendar is Gregorian.
      let day = Day(rawValue: Int32.random(in: -141_000...900_000, using: &generator))
      let date = Date(timeIntervalSince1970: Double(day.rawValue) * 86_400)
      let expected = calendar.dateComponents([.year, .month, .day, .weekday], from: date)
      #expect(day.components.year == expected.year)
      #expect(day.components.month == expected.month)
      #expect(day.components.day == expected.day)
      #expect((day.weekday + 1) % 7 + 1 == expected.weekday)
      #expect(Day(year: day.components.year, month: day.components.month, day: day.components.day) == day)
    }
  }

  @Test("the turn of the year keeps calendar years (B10)")
  func turnOfYear() {
    let dates = ["2026-12-26", "2026-12-27", "2026-12-28", "2026-12-31", "2027-01-01", "2027-01-02"]
    #expect(dates.map { day($0).description } == dates)
    #expect(dates.map { day($0).month.description } == Array(repeating: "2026-12", count: 4) + ["2027-01", "2027-01"])
  }

  @Test(
    "a month has each of its days once and in order, whatever clocks do in it (B06)",
    arguments: [("2026-10", 31), ("2024-09", 30), ("2026-03", 31), ("2024-02", 29), ("2026-02", 28)]
  )
  func daysOfMonth(text: String, count: Int) {
    let days = Array(month(text).days)
    #expect(days.map(\.description) == (1...count).map { "\(text)-\($0 < 10 ? "0" : "")\($0)" })
    #expect(month(text).dayCount == count)
  }

  @Test(
    "the weekday of the first and the number of days make the rows of a month (B11)",
    arguments: [
      ("2027-02", 0, 4, 1, 5), ("2026-08", 5, 6, 6, 6), ("2026-11", 6, 6, 0, 5), ("2026-05", 4, 5, 5, 6),
      ("2028-02", 1, 5, 2, 5), ("2026-02", 6, 5, 0, 4),
    ]
  )
  func grid(text: String, mondayBlanks: Int, mondayRows: Int, sundayBlanks: Int, sundayRows: Int) {
    let month = month(text)
    for (weekStart, blanks, rows) in [(0, mondayBlanks, mondayRows), (6, sundayBlanks, sundayRows)] {
      let lead = (month.firstDay.weekday - weekStart + 7) % 7
      #expect(lead == blanks)
      #expect((lead + month.dayCount + 6) / 7 == rows)
    }
  }

  @Test("months count on across years")
  func months() {
    #expect(month("2026-11").advanced(by: 3).description == "2027-02")
    #expect(month("2027-02").distance(to: month("2026-11")) == -3)
    #expect(month("2026-12").number == 12)
    #expect(month("2026-12").year == 2026)
    #expect(month("2026-12").lastDay == day("2026-12-31"))
    for text in ["2026-13", "2026-00", "2026-1", "2026-01-01", "202601"] { #expect(Month(text) == nil) }
  }

  @Test("days count on across months and years")
  func days() {
    #expect(day("2026-02-28").advanced(by: 1) == day("2026-03-01"))
    #expect(day("2026-12-31").distance(to: day("2028-01-01")) == 366)
    #expect(day("2026-10-31") < day("2026-11-01"))
  }
}
