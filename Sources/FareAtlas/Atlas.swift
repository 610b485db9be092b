public import FareModel
import Synchronization

/// What is known of the world: places, carriers, currencies and time zones, as shipped and with what a user loaded on top.
///
/// An atlas is a snapshot that never changes: to load more, make another. Making one with an empty overlay costs next to
/// nothing, because codes are looked up in the bytes of the shipped files; the index behind ``places(beginning:limit:)``
/// and ``nearby(_:radiusKilometres:limit:)`` is built when one of them is first asked.
public final class Atlas: Sendable {
  let overlay: Overlay
  let zones: ZoneLibrary
  let priceFormats = Mutex<[PriceFormat.Key: PriceFormat]>([:])
  private let index = Mutex<PlaceIndex?>(nil)
  private let zoneOfPlace = Mutex<[PlaceCode: TimeZoneRules?]>([:])

  /// Creates an atlas of the shipped data with `overlay` on top, which reads time zones from `zones`.
  public init(overlay: ReferenceOverlay = ReferenceOverlay(), zones: ZoneLibrary = .system) {
    self.overlay = Overlay(overlay)
    self.zones = zones
  }

  /// The index over every place, built by the first that asks.
  var placeIndex: PlaceIndex {
    index.withLock { index in
      if let built = index { return built }
      let built = PlaceIndex(overlay: overlay)
      index = built
      return built
    }
  }

  /// The time zone of an airport or, where no airport has the code, of a city; nil where it is unknown.
  ///
  /// - Complexity: O(1) once it was asked for.
  public func zone(of code: PlaceCode) -> TimeZoneRules? {
    zoneOfPlace.withLock { known in
      if let zone = known[code] { return zone }
      let zone = (airport(code) ?? city(code)).flatMap(zone)
      known[code] = .some(zone)
      return zone
    }
  }

  /// The time zone of a record, or of the first airport that has one when a city's record names none.
  func zone(of record: PlaceRecord) -> TimeZoneRules? {
    if let name = record.timeZone { return zones.zone(name) }
    guard record.kind == .city else { return nil }
    return airports(of: record.code).lazy.compactMap { self.airport($0)?.timeZone }.first.flatMap(zones.zone)
  }
}
