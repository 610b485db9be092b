import FareAtlas
import FareModel

/// A day of a test, written out. A wrong one is a mistake in the test.
func day(_ text: String) -> Day {
  guard let day = Day(text) else { preconditionFailure("\(text) is no day") }
  return day
}

/// A time of day of a test, written out.
func time(_ text: String) -> TimeOfDay {
  guard let time = TimeOfDay(text) else { preconditionFailure("\(text) is no time of day") }
  return time
}

/// An instant of a test, written out.
func instant(_ text: String) -> Instant {
  guard let instant = Instant(text) else { preconditionFailure("\(text) is no instant") }
  return instant
}

/// A place code of a test, written out.
func code(_ text: String) -> PlaceCode {
  guard let code = PlaceCode(text) else { preconditionFailure("\(text) is no place code") }
  return code
}

/// The codes of places, joined by spaces.
func codes(_ places: some Sequence<PlaceRecord>) -> String {
  places.map { "\($0.code)" }.joined(separator: " ")
}
