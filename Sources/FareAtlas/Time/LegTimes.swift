public import FareModel

/// When a leg arrives and how long it takes.
public struct LegTimes: Hashable, Sendable {
  /// Local time of arrival; nil where unknown.
  public var arrivalTime: TimeOfDay?
  /// Local days from the departure to the arrival; nil where unknown.
  public var arrivalDayOffset: Int?
  /// Elapsed minutes, more than 0; nil where unknown.
  public var durationMinutes: Int?
  /// Whether an arrival that the feed stated disagrees with the duration, and was not used.
  public var isStampWrong = false

  /// Creates times as a feed states them.
  public init(arrivalTime: TimeOfDay? = nil, arrivalDayOffset: Int? = nil, durationMinutes: Int? = nil) {
    self.arrivalTime = arrivalTime
    self.arrivalDayOffset = arrivalDayOffset
    self.durationMinutes = durationMinutes
  }
}

extension Atlas {
  /// The minutes that pass between a local time at one place and a local time at another; nil where a zone is unknown.
  ///
  /// Negative when the second comes first.
  public func elapsedMinutes(
    from origin: PlaceCode,
    _ departure: (day: Day, time: TimeOfDay),
    to destination: PlaceCode,
    _ arrival: (day: Day, time: TimeOfDay)
  ) -> Int? {
    guard let here = zone(of: origin), let there = zone(of: destination) else { return nil }
    let start = here.instant(day: departure.day, time: departure.time)
    let end = there.instant(day: arrival.day, time: arrival.time)
    return Int((end.rawValue - start.rawValue) / 60)
  }

  /// The times of a leg, completed from what a feed states of them.
  ///
  /// - The duration decides: with it, the arrival is the departure plus the duration on the clock of the destination. A
  ///   stated arrival that is another, in its day or in its time, is marked as wrong and not used.
  /// - Without a duration, an arrival time without a day offset takes the smallest offset of −1 to +2 by which time
  ///   passes, and the duration follows from both.
  /// - A duration ≤ 0 is missing. What a missing zone or departure time keeps from being computed stays as stated.
  ///
  /// A duration so long that the arrival leaves ``Limits/arrivalDayOffsets`` gives no arrival.
  public func completed(
    _ stated: LegTimes,
    from origin: PlaceCode,
    to destination: PlaceCode,
    departureDate: Day,
    departureTime: TimeOfDay?
  ) -> LegTimes {
    stated.completed(
      departureDate: departureDate,
      departureTime: departureTime,
      here: zone(of: origin),
      there: zone(of: destination)
    )
  }
}

extension LegTimes {
  /// The times completed as ``Atlas/completed(_:from:to:departureDate:departureTime:)`` does, for callers that know the
  /// zones of both places, as those do that complete millions of legs.
  public func completed(
    departureDate: Day,
    departureTime: TimeOfDay?,
    here: TimeZoneRules?,
    there: TimeZoneRules?
  ) -> LegTimes {
    var times = self
    if let duration = durationMinutes, duration <= 0 { times.durationMinutes = nil }
    guard let departureTime, let here, let there else { return times }
    let start = here.instant(day: departureDate, time: departureTime)
    if let duration = times.durationMinutes {
      times.takeArrival(there.localTime(at: start.advanced(bySeconds: Int64(duration) * 60)), from: departureDate)
    } else if let arrivalTime = times.arrivalTime {
      times.takeDuration { offset in
        let end = there.instant(day: departureDate.advanced(by: offset), time: arrivalTime)
        return Int((end.rawValue - start.rawValue) / 60)
      }
    }
    return times
  }
}

extension LegTimes {
  /// Takes the arrival that the duration gives, and notes whether the stated one was another.
  fileprivate mutating func takeArrival(_ arrival: (day: Day, time: TimeOfDay), from departureDate: Day) {
    let offset = departureDate.distance(to: arrival.day)
    let isWithin = Limits.arrivalDayOffsets.contains(offset)
    let isSameTime = arrivalTime.map { $0 == arrival.time } ?? true
    let isSameDay = arrivalDayOffset.map { $0 == offset } ?? true
    isStampWrong = !(isSameTime && isSameDay)
    arrivalTime = isWithin ? arrival.time : nil
    arrivalDayOffset = isWithin ? offset : nil
  }

  /// Takes the duration that the arrival gives, after finding its day when that was not stated.
  ///
  /// - Parameter minutes: The elapsed minutes for a day offset.
  fileprivate mutating func takeDuration(_ minutes: (Int) -> Int) {
    arrivalDayOffset = arrivalDayOffset ?? Limits.inferredDayOffsets.first { minutes($0) > 0 }
    durationMinutes = arrivalDayOffset.map(minutes).flatMap { $0 > 0 ? $0 : nil }
  }
}
