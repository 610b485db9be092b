import FareModel
import FareStore

/// How long an answer holds: until an instant, and until something is committed that concerns it.
struct AnswerLife {
  /// The codes that its fares may begin at.
  var origins: [PlaceCode]
  /// The codes that they may go to.
  var destinations: [PlaceCode]
  /// Whether it is as at the present, which it then names, or as at an instant that the question named.
  var followsClock: Bool
  /// The instant from which on it holds.
  var from: Instant
  /// The instant from which on it no longer holds.
  var until: Instant

  /// The life of an answer about places: it changes only with the reference data.
  static let ofPlaces = AnswerLife(
    origins: [],
    destinations: [],
    followsClock: false,
    from: Instant(rawValue: .min),
    until: .distantFuture
  )

  /// Whether a commit may have made the answer another.
  func isEnded(by change: StoreChange) -> Bool {
    guard let routes = change.routes, !change.hasReference, !change.hasRates else { return true }
    guard !origins.isEmpty else { return false }
    return routes.contains { origins.contains($0.origin) && destinations.contains($0.destination) }
  }

  /// The same life, ended when the age in hours of one of some fares turns.
  func endingWithAges(of fares: some Sequence<ShownFare>, asOf: Instant) -> Self {
    guard followsClock else { return self }
    var life = self
    for fare in fares {
      let turn = fare.observedAt.advanced(bySeconds: 3600 * (fare.observedAt.hours(to: asOf) + 1))
      life.until = min(life.until, turn)
    }
    return life
  }
}

extension AnswerLife {
  /// The life of an answer about fares that holds until an instant, or for ever when the question named its own.
  init(_ scene: Scene, _ question: FareQuestion, until end: Instant) {
    self.init(
      origins: scene.origins,
      destinations: scene.destinations,
      followsClock: question.asOf == nil,
      from: question.asOf == nil ? scene.asOf : Instant(rawValue: .min),
      until: question.asOf == nil ? end : .distantFuture
    )
  }
}

extension Instant {
  /// Later than anything.
  static let distantFuture = Instant(rawValue: .max)

  /// The beginning of the next day in UTC, when other exchange rates may be the newest.
  var nextDayInUTC: Instant { Instant(day: utcDay.advanced(by: 1), secondOfDay: 0) }
}
