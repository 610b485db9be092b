import FareAtlas
import FareJSON
import FareModel

/// The answer of `places` or `nearby`.
struct PlacesAnswer {
  /// A place of the answer.
  struct Entry {
    /// The place.
    var place: PlaceRecord
    /// Kilometres from the place that was asked about; nil where no place was.
    var kilometres: Double?
  }

  /// The places, the best or nearest first.
  var entries: [Entry]
}

extension Answerer {
  // What the table of methods promises by default.
  private static let usualLimit = 10
  private static let usualRadius = 100

  /// Answers `places`.
  func places(_ arguments: Arguments) -> PlacesAnswer {
    let limit = arguments.integer("limit") ?? Self.usualLimit
    let found = atlas.places(beginning: arguments.text("text") ?? "", limit: limit)
    return PlacesAnswer(entries: found.map { PlacesAnswer.Entry(place: $0) })
  }

  /// Answers `nearby`.
  func nearby(_ arguments: Arguments) throws(AnswerFault) -> PlacesAnswer {
    guard let reference = arguments.place("place") else {
      preconditionFailure("the table of methods requires a place")
    }
    guard let middle = atlas.resolve(reference) else { throw .argument(unknownPlace("place", reference)) }
    let found = atlas.nearby(
      middle,
      radiusKilometres: Double(arguments.integer("radius_km") ?? Self.usualRadius),
      limit: arguments.integer("limit") ?? Self.usualLimit
    )
    return PlacesAnswer(entries: found.map { PlacesAnswer.Entry(place: $0.place, kilometres: $0.kilometres) })
  }
}

extension PlacesAnswer {
  /// Writes the answer as the result object of its method.
  ///
  /// What is unknown is null. Of a retired code `valid_to` is its last day and `successor` the code that took its place;
  /// other places have neither. `distance_km` is there when a place was asked about, to a tenth.
  func write(into json: inout JSONWriter) {
    json.raw("{\"places\":[")
    for entry in entries { entry.write(into: &json) }
    json.raw("]}")
  }
}

extension PlacesAnswer.Entry {
  fileprivate func write(into json: inout JSONWriter) {
    json.element()
    json.raw("{")
    json.key("code")
    json.code(place.code)
    json.key("kind")
    json.string(place.kind.rawValue)
    json.key("name")
    json.string(place.name)
    json.key("city")
    json.optional(place.city.isEmpty ? nil : place.city)
    json.key("country")
    json.optional(place.country.isEmpty ? nil : place.country)
    json.key("latitude")
    json.degrees(place.latitude)
    json.key("longitude")
    json.degrees(place.longitude)
    json.key("tz")
    json.optional(place.timeZone)
    if let lastDay = place.validTo {
      json.key("valid_to")
      json.day(lastDay)
      json.key("successor")
      json.optional(place.successor?.description)
    }
    if let kilometres {
      json.key("distance_km")
      json.tenths(Int(kilometres * 10 + 0.5))
    }
    json.raw("}")
  }
}

extension JSONWriter {
  /// Writes degrees to a hundred-thousandth, about a metre, or null when there are none on a globe.
  fileprivate mutating func degrees(_ degrees: Double?) {
    guard let degrees, degrees.magnitude <= 180 else { return null() }
    decimal(Int(degrees * 100_000 + (degrees < 0 ? -0.5 : 0.5)), places: 5)
  }

  /// Writes a number of tenths with its decimal, also when that is 0.
  fileprivate mutating func tenths(_ tenths: Int) {
    integer(tenths / 10)
    raw(".")
    integer(tenths % 10)
  }
}
