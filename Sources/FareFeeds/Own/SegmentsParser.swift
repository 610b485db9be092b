import FareJSON
import FareModel

/// The `segments` of a leg: a JSON array, kept without the space between its tokens.
///
/// Objects whose members are `origin`, `destination`, `departs_at` and `arrives_at` (local) tell of flights; with
/// `duration_minutes`, `carrier`, `flight_number` and `operating_carrier` of more. Anything else is kept as it is.
struct SegmentsParser {
  private var tree = JSONTree()
  private var compact: [UInt8] = []

  /// The text of the array, and the flights that it tells of: all of its elements, or none.
  mutating func parse(
    _ text: Span<UInt8>,
    _ column: OwnFormat.Column,
    into texts: inout TextPool
  ) throws(Rejection) -> (text: TextID, flights: [DocumentSegment]) {
    let array: JSONNode
    do throws(JSONError) {
      array = try tree.parse(text)
    } catch {
      throw Rejection(column, "is no JSON array: \(error)")
    }
    guard tree.kind(of: array) == .array else { throw Rejection(column, "is no JSON array") }
    guard !tree.holdsNullCharacter else { throw Rejection(column, "holds the character U+0000") }
    guard tree.count(of: array) > 0 else { return (.none, []) }
    compact.removeAll(keepingCapacity: true)
    tree.appendCompact(array, to: &compact)
    let flights = tree.elements(of: array).compactMap(flight)
    let kept = try FieldParser.text(compact.span, column, into: &texts)
    return (kept, flights.count == tree.count(of: array) ? flights : [])
  }

  private func flight(_ node: JSONNode) -> DocumentSegment? {
    guard tree.kind(of: node) == .object, let origin = text("origin", of: node).flatMap(PlaceCode.init(_:)),
      let destination = text("destination", of: node).flatMap(PlaceCode.init(_:)),
      let departure = text("departs_at", of: node).flatMap(LocalTime.init(_:)),
      let arrival = text("arrives_at", of: node).flatMap(LocalTime.init(_:))
    else { return nil }
    let number = text("flight_number", of: node)
    return DocumentSegment(
      origin: origin,
      destination: destination,
      departure: departure,
      arrival: arrival,
      durationMinutes: tree.member("duration_minutes", of: node).flatMap { tree.integer($0) },
      carrier: text("carrier", of: node) ?? number.map { String($0.prefix(2)) },
      number: number.map { String($0.dropFirst(2)) },
      operatingCarrier: text("operating_carrier", of: node)
    )
  }

  private func text(_ name: String, of node: JSONNode) -> String? {
    tree.member(name, of: node).flatMap { tree.string($0) }
  }
}

extension ObservedLeg {
  /// Takes from the flights of the leg what the row does not say itself. Flights that do not follow each other in time
  /// and place reject the row.
  mutating func complete(
    from flights: [DocumentSegment],
    departing date: Day,
    _ column: OwnFormat.Column,
    _ memo: inout AtlasMemo,
    into texts: inout TextPool
  ) throws(Rejection) {
    if flights.isEmpty { return }
    let leg = try DocumentLeg(flights, &memo)
    guard leg.first.departure.day == date else { throw Rejection(column, "do not depart on \(date)") }
    let told = try leg.observed(from: leg.first.origin, to: leg.last.destination, into: &texts)
    if departureTime == nil { departureTime = told.departureTime }
    if arrivalTime == nil, arrivalDayOffset == nil {
      (arrivalTime, arrivalDayOffset) = (told.arrivalTime, told.arrivalDayOffset)
    }
    if stops == nil { stops = told.stops }
    if via == .none { via = told.via }
    if carriers == .none { carriers = told.carriers }
    if flightNumbers == .none { flightNumbers = told.flightNumbers }
    if operatingCarriers == .none { operatingCarriers = told.operatingCarriers }
  }
}
