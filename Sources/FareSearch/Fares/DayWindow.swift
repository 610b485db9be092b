import FareModel

/// The days that a question reads: those that it shows and those that it compares them with.
///
/// Every day of the window has one slot, a small number that indexes arrays.
struct DayWindow {
  /// The days to show.
  let shown: ClosedRange<Day>
  /// The days whose prices decide the bands.
  let reference: ClosedRange<Day>

  /// How many slots there are. A day that is shown and compared with has its slot among those shown, and the one that it
  /// would have among the others stays unused.
  var slotCount: Int { shown.count + reference.count }

  /// The slot of a day, or nil when the question does not read it.
  func slot(of day: Day) -> Int? {
    if shown.contains(day) { return shown.lowerBound.distance(to: day) }
    return reference.contains(day) ? shown.count + reference.lowerBound.distance(to: day) : nil
  }

  /// The months of the days to show.
  var shownMonths: ClosedRange<Month> { shown.lowerBound.month...shown.upperBound.month }

  /// The months to read, in order: one range, or two that neither overlap nor touch.
  var months: [ClosedRange<Month>] {
    let ranges = [shown, reference].map { $0.lowerBound.month...$0.upperBound.month }
      .sorted { $0.lowerBound < $1.lowerBound }
    guard ranges[1].lowerBound > ranges[0].upperBound.advanced(by: 1) else {
      return [ranges[0].lowerBound...max(ranges[0].upperBound, ranges[1].upperBound)]
    }
    return ranges
  }
}

extension DayWindow {
  /// The window of a calendar.
  ///
  /// The horizon begins today, or with the days shown when their months are past.
  init(of question: CalendarQuestion, today: Day) {
    switch question.bandReference {
    case .horizon: self.init(question.days, amongHorizonFrom: today)
    case .month: self.init(shown: question.days, reference: Self.ahead(question.days, today: today))
    }
  }

  /// The window of some days compared with the horizon.
  init(_ shown: ClosedRange<Day>, amongHorizonFrom today: Day) {
    let first = shown.upperBound.month < today.month ? shown.lowerBound : today
    self.init(shown: shown, reference: first...first.advanced(by: Limits.horizonDays))
  }

  /// The days from today on, or all of them when all are past.
  static func ahead(_ days: ClosedRange<Day>, today: Day) -> ClosedRange<Day> {
    today > days.upperBound ? days : max(days.lowerBound, today)...days.upperBound
  }
}
