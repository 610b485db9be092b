/// A route, by its two codes.
public struct Route: Hashable, Comparable, Sendable {
  /// Where it begins.
  public var origin: PlaceCode
  /// Where it ends.
  public var destination: PlaceCode

  /// Creates a route.
  public init(origin: PlaceCode, destination: PlaceCode) {
    self.origin = origin
    self.destination = destination
  }

  /// Orders routes by origin, then destination.
  public static func < (left: Self, right: Self) -> Bool {
    (left.origin, left.destination) < (right.origin, right.destination)
  }
}
