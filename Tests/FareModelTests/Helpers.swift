import FareModel

/// A day of a test, written out. A wrong one is a mistake in the test.
func day(_ text: String) -> Day {
  guard let day = Day(text) else { preconditionFailure("\(text) is no day") }
  return day
}

/// A month of a test, written out.
func month(_ text: String) -> Month {
  guard let month = Month(text) else { preconditionFailure("\(text) is no month") }
  return month
}

/// An instant of a test, written out.
func instant(_ text: String) -> Instant {
  guard let instant = Instant(text) else { preconditionFailure("\(text) is no instant") }
  return instant
}

/// The minor units that a decimal text comes to.
func minorUnits(_ text: String, exponent: Int) -> Int64? {
  Money.minorUnits(text.utf8Span.span, exponent: exponent)
}
