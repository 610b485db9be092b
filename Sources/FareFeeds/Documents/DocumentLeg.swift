import FareJSON
import FareModel

/// One flight as a document tells of it.
struct DocumentSegment {
  var origin: PlaceCode
  var destination: PlaceCode
  var departure: LocalTime
  var arrival: LocalTime
  /// Elapsed minutes.
  var durationMinutes: Int?
  /// Two-character code of the carrier that sells the flight; nil where there is none of that form.
  var carrier: String?
  /// The number of the flight, without its carrier.
  var number: String?
  /// Two-character code of the carrier that flies it.
  var operatingCarrier: String?
  /// Landings within the flight.
  var technicalStops = 0

  /// The flight number with its carrier.
  var flightNumber: String? {
    guard let carrier, let number else { return nil }
    return carrier + number
  }
}

/// One way of an itinerary as a document tells of it: its flights, at least one.
struct DocumentLeg {
  let segments: [DocumentSegment]
  let first: DocumentSegment
  let last: DocumentSegment
  /// Elapsed minutes of the whole leg; nil where the document does not say.
  var durationMinutes: Int?
  /// Intermediate landings, where the document counts them itself.
  var stops: Int?

  /// Takes the flights of a leg, which must follow each other in time and place.
  init(_ segments: [DocumentSegment], _ memo: inout AtlasMemo) throws(Rejection) {
    guard let first = segments.first, let last = segments.last else { throw Rejection("segments", "are missing") }
    self.segments = segments
    self.first = first
    self.last = last
    for (before, after) in zip(segments, segments.dropFirst()) {
      guard memo.areInOneCity(before.destination, after.origin) else {
        throw Rejection("segments", "do not join: \(before.destination) and then \(after.origin)")
      }
      if before.destination == after.origin, after.departure.isBefore(before.arrival) {
        throw Rejection("segments", "overlap at \(after.origin)")
      }
    }
  }

  /// What an observation says of the leg between two places.
  func observed(
    from origin: PlaceCode,
    to destination: PlaceCode,
    into texts: inout TextPool
  ) throws(Rejection) -> ObservedLeg {
    var leg = ObservedLeg()
    leg.departureTime = first.departure.time
    leg.arrivalTime = last.arrival.time
    leg.arrivalDayOffset = Int8(exactly: first.departure.day.distance(to: last.arrival.day))
    leg.durationMinutes = durationMinutes.flatMap { $0 > 0 ? Int32(exactly: $0) : nil }
    let landings = segments.count - 1 + segments.reduce(0) { $0 + $1.technicalStops }
    leg.stops = Int8(exactly: max(stops ?? 0, landings))
    var lists = ListParser()
    let via = segments.dropLast().map(\.destination.description).joined(separator: "+")
    leg.via = via.isEmpty ? .none : try lists.places(via.utf8Span.span, .via, into: &texts)
    leg.carriers = try Self.list(segments.map(\.carrier)) { text throws(Rejection) in
      try lists.carriers(text.utf8Span.span, .carriers, into: &texts)
    }
    leg.flightNumbers = try Self.list(segments.map(\.flightNumber)) { text throws(Rejection) in
      try lists.flightNumbers(text.utf8Span.span, .flightNumbers, into: &texts)
    }
    leg.operatingCarriers = try Self.list(segments.map(\.operatingCarrier)) { text throws(Rejection) in
      try lists.carriers(text.utf8Span.span, .operatingCarriers, into: &texts)
    }
    let isToldByLists = segments.count == 1 && first.flightNumber != nil && first.operatingCarrier != nil
    if !isToldByLists || first.origin != origin || last.destination != destination {
      leg.segments = texts.intern(segmentsJSON.span)
    }
    return leg
  }

  /// A list needs every item: one that is unknown would shift the others to the wrong flights.
  private static func list(
    _ items: [String?],
    _ parse: (String) throws(Rejection) -> TextID
  ) throws(Rejection) -> TextID {
    let known = items.compactMap(\.self)
    return known.count == items.count ? try parse(known.joined(separator: "+")) : .none
  }

  /// The flights as the `segments` of the own format: an array of objects whose members are `origin`, `destination`,
  /// `departs_at` and `arrives_at` (local), and where known `duration_minutes`, `carrier`, `flight_number` and
  /// `operating_carrier`.
  private var segmentsJSON: [UInt8] {
    var json = JSONWriter(capacity: 256 * segments.count)
    json.raw("[")
    for segment in segments {
      json.element()
      json.raw("{")
      json.key("origin")
      json.string(segment.origin.description)
      json.key("destination")
      json.string(segment.destination.description)
      json.key("departs_at")
      json.string(segment.departure.description)
      json.key("arrives_at")
      json.string(segment.arrival.description)
      if let minutes = segment.durationMinutes {
        json.key("duration_minutes")
        json.integer(minutes)
      }
      Self.write("carrier", segment.carrier, to: &json)
      Self.write("flight_number", segment.flightNumber, to: &json)
      Self.write("operating_carrier", segment.operatingCarrier, to: &json)
      json.raw("}")
    }
    json.raw("]")
    return json.bytes
  }

  private static func write(_ name: StaticString, _ value: String?, to json: inout JSONWriter) {
    guard let value else { return }
    json.key(name)
    json.string(value)
  }
}

extension DocumentLeg {
  /// The observation of an itinerary of one leg or two, before its price is known.
  static func observation(
    _ legs: [DocumentLeg],
    currency: CurrencyCode,
    observedAt: Instant,
    source: String,
    _ memo: inout AtlasMemo,
    into texts: inout TextPool
  ) throws(Rejection) -> Observation {
    guard let out = legs.first, legs.count <= 2 else {
      throw Rejection("legs", "are \(legs.count): expected one, or two for a return")
    }
    let (origin, destination) = (out.first.origin, out.last.destination)
    var row = Observation(
      kind: .itinerary,
      source: texts.intern(source),
      origin: origin,
      destination: destination,
      departureDate: out.first.departure.day,
      currency: currency,
      observedAt: observedAt
    )
    row.outbound = try out.observed(from: origin, to: destination, into: &texts)
    guard legs.count == 2 else { return row }
    let back = legs[1]
    guard memo.areInOneCity(back.first.origin, destination), memo.areInOneCity(back.last.destination, origin) else {
      throw Rejection(
        "legs",
        "are no return trip: \(origin) to \(destination), back from \(back.first.origin) to \(back.last.destination)"
      )
    }
    row.returnDate = back.first.departure.day
    row.inbound = try back.observed(from: destination, to: origin, into: &texts)
    return row
  }
}
