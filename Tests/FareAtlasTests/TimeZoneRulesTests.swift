import FareAtlas
import FareModel
import Foundation
import Support
import Testing

@Suite("time zone rules")
struct TimeZoneRulesTests {
  private func zone(_ name: String) throws -> TimeZoneRules {
    try #require(ZoneLibrary.system.zone(name), "this machine has no zone \(name)")
  }

  @Test(
    "know the offset at an instant",
    arguments: [
      ("Asia/Kathmandu", "2026-05-05T11:00:00Z", 20_700),
      ("America/Denver", "2026-07-01T16:00:00Z", -21_600),
      ("America/Denver", "2026-01-01T16:00:00Z", -25_200),
      ("America/Phoenix", "2026-07-01T16:00:00Z", -25_200),
      ("Europe/London", "2026-03-29T00:59:59Z", 0),
      ("Europe/London", "2026-03-29T01:00:00Z", 3600),
      ("Europe/London", "2026-10-25T00:59:59Z", 3600),
      ("Europe/London", "2026-10-25T01:00:00Z", 0),
      // Samoa skipped 2011-12-30.
      ("Pacific/Apia", "2011-12-30T09:59:59Z", -36_000),
      ("Pacific/Apia", "2011-12-30T10:00:00Z", 50_400),
      ("Pacific/Apia", "2026-08-09T19:00:00Z", 46_800),
      // Far behind the last transition of the table, by the rule in the footer.
      ("Europe/London", "2060-07-01T00:00:00Z", 3600),
      ("Europe/London", "2060-12-01T00:00:00Z", 0),
      ("America/New_York", "2060-03-14T06:59:59Z", -18_000),
      ("America/New_York", "2060-03-14T07:00:00Z", -14_400),
      // In the south summer time spans the turn of the year.
      ("Australia/Sydney", "2060-01-01T00:00:00Z", 39_600),
      ("Australia/Sydney", "2060-07-01T00:00:00Z", 36_000),
      ("Australia/Lord_Howe", "2060-01-01T00:00:00Z", 39_600),
      ("Australia/Lord_Howe", "2060-07-01T00:00:00Z", 37_800),
      // Dublin's footer counts winter as the exception.
      ("Europe/Dublin", "2060-07-01T00:00:00Z", 3600),
      ("Europe/Dublin", "2060-12-01T00:00:00Z", 0),
      ("Africa/Lagos", "2060-12-01T00:00:00Z", 3600),
    ]
  )
  func offsets(name: String, at text: String, expected: Int) throws {
    #expect(try zone(name).offsetSeconds(at: instant(text)) == expected)
  }

  @Test("agree with Foundation in every zone at random instants from 1980 to 2015")
  func agreement() throws {
    // Foundation brings its own table of zones: before 1970 it knows other places, and of late other decisions.
    var generator = SeededGenerator(seed: 11)
    for name in TimeZone.knownTimeZoneIdentifiers {
      guard let reference = TimeZone(identifier: name), let rules = ZoneLibrary.system.zone(name) else { continue }
      for _ in 0..<10 {
        let second = Int64.random(in: 315_532_800...1_420_070_400, using: &generator)
        let expected = reference.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second)))
        #expect(rules.offsetSeconds(at: Instant(rawValue: second)) == expected, "\(name) at \(second)")
      }
    }
  }

  @Test(
    "find the instant of a local time",
    arguments: [
      ("Asia/Kathmandu", "2026-05-05", "12:55", "2026-05-05T07:10:00Z"),
      // Skipped in spring: moved forward by the hour that is missing.
      ("Europe/London", "2026-03-29", "01:30", "2026-03-29T01:30:00Z"),
      ("America/New_York", "2026-03-08", "02:30", "2026-03-08T07:30:00Z"),
      // Twice in autumn: the earlier.
      ("Europe/London", "2026-10-25", "01:30", "2026-10-25T00:30:00Z"),
      ("America/New_York", "2060-11-07", "01:30", "2060-11-07T05:30:00Z"),
      ("America/New_York", "2060-11-07", "02:30", "2060-11-07T07:30:00Z"),
      // The day that Samoa skipped.
      ("Pacific/Apia", "2011-12-30", "12:00", "2011-12-30T22:00:00Z"),
      // Chile has no midnight on the day of its change.
      ("America/Santiago", "2024-09-08", "00:00", "2024-09-08T04:00:00Z"),
    ]
  )
  func instants(name: String, date: String, clock: String, expected: String) throws {
    #expect(try zone(name).instant(day: day(date), time: time(clock)).description == expected)
  }

  @Test("the local time of an instant leads back to it, but for the hour that occurs twice")
  func roundTrip() throws {
    var generator = SeededGenerator(seed: 12)
    for name in ["Europe/Berlin", "America/Santiago", "Pacific/Apia", "Australia/Lord_Howe", "Asia/Kathmandu"] {
      let rules = try zone(name)
      for _ in 0..<100 {
        let minute = Int64.random(in: 16_000_000...60_000_000, using: &generator)
        let instant = Instant(rawValue: minute * 60)
        let local = rules.localTime(at: instant)
        let back = rules.instant(day: local.day, time: local.time)
        #expect(back <= instant)
        #expect(rules.localTime(at: back) == local)
        #expect(rules.day(at: instant) == local.day)
      }
    }
  }

  @Test(
    "are nil for a name that is unknown or leads out of the folder",
    arguments: [
      "Mars/Olympus", "", "../passwd", "Europe/../Europe/London", "/usr/share/zoneinfo/UTC", "Europe/",
      "Europe//London",
      ".", "zone.tab", "tzdata.zi", "Europe",
    ]
  )
  func unknown(name: String) {
    #expect(ZoneLibrary.system.zone(name) == nil)
  }

  @Test("are nil without a trap where there is no folder of zones")
  func noFolder() {
    let zones = ZoneLibrary(folder: "/nonexistent")
    #expect(zones.zone("Europe/London") == nil)
    let atlas = Atlas(zones: zones)
    #expect(atlas.zone(of: code("LHR")) == nil)
    #expect(atlas.resolve(PlaceReference(code: code("LHR")))?.zone == nil)
  }

  @Test("are nil for every file that is cut short, and never trap")
  func cutShort() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("zones-\(UInt64.random(in: 0 ... .max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let whole = try Data(contentsOf: URL(fileURLWithPath: "/usr/share/zoneinfo/Europe/London"))
    for length in stride(from: 0, to: whole.count - 40, by: 37) {
      try whole.prefix(length).write(to: folder.appendingPathComponent("Cut\(length)"))
      #expect(ZoneLibrary(folder: folder.path).zone("Cut\(length)") == nil)
    }
    try whole.write(to: folder.appendingPathComponent("Whole"))
    #expect(ZoneLibrary(folder: folder.path).zone("Whole") != nil)
  }
}
