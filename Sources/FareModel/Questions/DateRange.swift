/// Reads ranges of days from the arguments of a question.
enum DateRange {
  /// The days that a question must give as a month or by their ends.
  static func required(_ arguments: Arguments) throws(ArgumentError) -> ClosedRange<Day> {
    guard let days = try optional(arguments) else {
      throw ArgumentError(parameter: "month", value: nil, expected: "a month as YYYY-MM, or from and to")
    }
    return days
  }

  /// The days that a question gives as a month or by their ends; nil when it gives neither.
  static func optional(_ arguments: Arguments) throws(ArgumentError) -> ClosedRange<Day>? {
    let (from, to) = (arguments.day("from"), arguments.day("to"))
    if let month = arguments.month("month") {
      guard from == nil, to == nil else {
        let name = from != nil ? "from" : "to"
        throw ArgumentError(parameter: name, value: arguments.given(name), expected: "either month, or from and to")
      }
      return month.days
    }
    guard from != nil || to != nil else { return nil }
    guard let from, let to else {
      throw ArgumentError(parameter: from != nil ? "to" : "from", value: nil, expected: "a date as YYYY-MM-DD")
    }
    guard from <= to else {
      throw ArgumentError(
        parameter: "to",
        value: arguments.given("to"),
        expected: "a date not before from, which is \(from)"
      )
    }
    guard from.distance(to: to) < Limits.mostCalendarDays else {
      throw ArgumentError(
        .limitExceeded,
        parameter: "to",
        value: arguments.given("to"),
        expected: "at most \(Limits.mostCalendarDays) days"
      )
    }
    return from...to
  }
}
