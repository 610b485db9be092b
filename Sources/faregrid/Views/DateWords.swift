import FareModel

/// Dates as people read them.
enum DateWords {
  /// The days of the week from Monday, shortened.
  static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]

  /// `November 2023`.
  static func title(_ month: Month) -> String {
    "\(months[month.number - 1]) \(month.year)"
  }

  /// `8 Nov`.
  static func short(_ day: Day) -> String {
    "\(day.dayOfMonth) \(months[day.month.number - 1].prefix(3))"
  }

  /// `Wed 8 November 2023`.
  static func long(_ day: Day) -> String {
    "\(weekdays[day.weekday]) \(day.dayOfMonth) \(title(day.month))"
  }
}
