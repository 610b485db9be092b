import FareModel
import Testing

@Suite("instants and times of day")
struct InstantTests {
  @Test(
    "an instant is read with its zone, and written in UTC to the second",
    arguments: [
      ("2026-08-01T06:00Z", "2026-08-01T06:00:00Z"), ("2026-08-01T06:00:30.999Z", "2026-08-01T06:00:30Z"),
      ("2026-08-01 06:00:30,5+02:00", "2026-08-01T04:00:30Z"), ("2026-08-01t00:30:00+0545", "2026-07-31T18:45:00Z"),
      ("2026-12-31T23:30:00-05", "2027-01-01T04:30:00Z"), ("1969-12-31T23:59:59z", "1969-12-31T23:59:59Z"),
    ]
  )
  func read(text: String, expected: String) {
    #expect(Instant(text)?.description == expected)
  }

  @Test(
    "a time without a zone names no instant, nor does what is no time",
    arguments: [
      "2026-08-01T06:00", "2026-08-01T06:00:00", "2026-08-01", "2026-08-01T24:00Z", "2026-08-01T06:60Z",
      "2026-08-01T06:00:60Z", "2026-08-01T06:00:00.Z", "2026-08-01T06:00:00.5", "2026-02-30T06:00Z",
      "2026-08-01T06:00+15:00", "2026-08-01T06:00+02:60", "2026-08-01T06:00+2", "2026-08-01T06:00 Z",
      "2026-08-01X06:00Z",
    ]
  )
  func refused(text: String) {
    #expect(Instant(text) == nil)
  }

  @Test("the local date of an instant follows the offset, before 1970 too")
  func localDay() {
    #expect(instant("2026-08-01T00:30:00Z").day(atOffsetSeconds: -3600) == day("2026-07-31"))
    #expect(instant("2026-08-01T23:30:00Z").day(atOffsetSeconds: 3600) == day("2026-08-02"))
    #expect(instant("1969-12-31T00:00:00Z").utcDay == day("1969-12-31"))
    #expect(instant("1969-12-31T00:00:00Z").advanced(bySeconds: -1).utcDay == day("1969-12-30"))
  }

  @Test("ages are whole hours, rounded down, and never below none")
  func hours() {
    let noon = instant("2026-08-01T12:00:00Z")
    #expect(noon.hours(to: noon.advanced(bySeconds: 7199)) == 1)
    #expect(noon.hours(to: noon.advanced(bySeconds: 7200)) == 2)
    #expect(noon.hours(to: noon.advanced(bySeconds: -7200)) == 0)
  }

  @Test("a time of day is read with or without seconds, which are dropped")
  func timeOfDay() {
    #expect(TimeOfDay("06:05")?.description == "06:05")
    #expect(TimeOfDay("23:59:59")?.description == "23:59")
    #expect(TimeOfDay("23:59")?.hour == 23)
    #expect(TimeOfDay("23:59")?.minute == 59)
    for text in ["24:00", "6:05", "06:60", "06:05:60", "06-05", "06:05:0", ""] { #expect(TimeOfDay(text) == nil) }
  }
}
