import FareFeeds
import FareModel
import Testing

@Suite("codes of places in fares")
struct PlaceWarningTests {
  @Test("keeps a row with a code that nobody has, and counts each such code")
  func keepsUnknownPlaces() throws {
    let feed = try Feed.read("\(header),via\nXQZ,FCO,2026-09-03,1,EUR,2026-08-01T06:00Z,OSL+QQX\n\(row),\n")
    #expect(feed.column("origin") == ["XQZ", "OSL"])
    #expect(feed.warningCount(.unknownPlace) == 2)
    #expect(feed.warnings.first?.example == "record 1: XQZ")
  }

  @Test("keeps a row with a code that was retired before the day of travel, and names its successor")
  func keepsRetiredPlaces() throws {
    guard let fares = sharedFile("cases/B32/fares.csv"), let airports = sharedFile("cases/B32/airports.csv") else {
      return
    }
    var overlay = ReferenceOverlay()
    overlay.places = try reference(airports, .places).rows.places
    let feed = try Feed.read(fares, overlay: overlay)
    #expect(feed.column("origin") == ["QXA", "QXA", "QXC", "QXA", "QXA"])
    #expect(feed.rejected.isEmpty)
    #expect(feed.warnings.map(\.code) == [.retiredCode])
    #expect(feed.warningCount(.retiredCode) == 1)
    #expect(feed.warnings.first?.example == "record 2: QXA was used until 2024-03-31, its successor is QXC")
  }
}
