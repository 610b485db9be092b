public import FareModel

/// What commits changed, as those are told that answer from memory.
public struct StoreChange: Hashable, Sendable {
  /// The routes whose fares changed; nil when any may have.
  public var routes: Set<Route>?
  /// Whether places, carriers or known routes changed.
  public var hasReference: Bool
  /// Whether exchange rates changed.
  public var hasRates: Bool
  /// The newest edition that is known of.
  public var edition: Int64

  /// Creates a change, by default of nothing.
  public init(routes: Set<Route>? = [], hasReference: Bool = false, hasRates: Bool = false, edition: Int64 = 0) {
    self.routes = routes
    self.hasReference = hasReference
    self.hasRates = hasRates
    self.edition = edition
  }

  /// That anything may have changed.
  public static func anything(edition: Int64 = 0) -> Self {
    Self(routes: nil, hasReference: true, hasRates: true, edition: edition)
  }

  /// Whether nothing changed.
  public var isEmpty: Bool { routes?.isEmpty == true && !hasReference && !hasRates }

  /// Adds what another commit changed.
  public mutating func merge(_ other: Self) {
    routes = routes.flatMap { own in other.routes.map(own.union) }
    hasReference = hasReference || other.hasReference
    hasRates = hasRates || other.hasRates
    edition = max(edition, other.edition)
  }
}

/// A change as the payload of a notification: its edition, then words, a route being its six letters.
///
/// `12 reference rates LHRJFK JFKLHR`, or `12 all` for anything. A batch that said nothing new has its edition alone.
extension StoreChange {
  /// The payload without its edition; of more routes than fit it says only that there were some.
  var words: String {
    guard let routes, routes.count <= Limits.mostNotifiedRoutes else { return "all" }
    let subjects = (hasReference ? ["reference"] : []) + (hasRates ? ["rates"] : [])
    return (subjects + routes.sorted().map { "\($0.origin)\($0.destination)" }).joined(separator: " ")
  }

  /// Reads a payload. One that says anything else than what is expected stands for anything.
  init(payload: String) {
    let words = payload.split(separator: " ")
    guard let edition = words.first.flatMap({ Int64($0) }) else {
      self = .anything()
      return
    }
    self.init(edition: edition)
    for word in words.dropFirst() {
      switch word {
      case "reference": hasReference = true
      case "rates": hasRates = true
      default:
        guard let route = Route(letters: word) else {
          self = .anything(edition: edition)
          return
        }
        routes?.insert(route)
      }
    }
  }
}

extension Route {
  fileprivate init?(letters: Substring) {
    guard letters.utf8.count == 6, let origin = PlaceCode(String(letters.prefix(3))),
      let destination = PlaceCode(String(letters.suffix(3)))
    else { return nil }
    self.init(origin: origin, destination: destination)
  }
}
