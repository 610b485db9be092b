import FareAtlas
import FareModel

/// Where the rows of every format arrive: checks what all formats must keep to, completes what can be worked out, and
/// adds the row to a table.
struct RowSink {
  private let context: FeedContext
  private let latest: Instant
  var memo: AtlasMemo
  private var implied: Int32 = 0

  init(_ context: FeedContext, _ atlas: Atlas) {
    self.context = context
    latest = context.now.advanced(bySeconds: Limits.secondsAhead)
    memo = AtlasMemo(atlas)
  }

  /// Adds the row of a record, or says why it is rejected.
  mutating func add(
    _ row: consuming Observation,
    record: Int32,
    to table: inout ObservationTable,
    _ report: inout FeedReport
  ) throws(Rejection) {
    try check(row, table.texts)
    let route = memo.route(row.origin, row.destination)
    complete(&row, route.origin, route.destination, record, &report)
    try checkLegs(row, table.texts)
    warn(of: route.origin, row.departureDate, record, &report)
    warn(of: route.destination, row.departureDate, record, &report)
    warn(ofList: row.outbound.via, row.departureDate, record, table.texts, &report)
    warn(ofList: row.inbound.via, row.departureDate, record, table.texts, &report)
    table.append(row, from: Provenance(batch: context.batch, record: record))
  }

  /// Adds a look that the feed implies without a record of its own, unless a record that said it would be rejected. Such
  /// looks are numbered from −1 downwards.
  mutating func addImplied(_ row: Observation, to table: inout ObservationTable) {
    guard (try? check(row, table.texts)) != nil else { return }
    implied -= 1
    table.append(row, from: Provenance(batch: context.batch, record: implied))
  }

  /// What every observation keeps to, whatever format it comes in, so that what is exported can be read again.
  private func check(_ row: Observation, _ texts: TextPool) throws(Rejection) {
    if row.origin == row.destination { throw Rejection(.destination, "is the origin too") }
    if row.observedAt > latest {
      throw Rejection(.observedAt, "lies more than \(Limits.secondsAhead / 60) minutes in the future")
    }
    if row.observedAt < Limits.oldestObservation {
      throw Rejection(.observedAt, "lies before \(Limits.oldestObservation)")
    }
    if let cut = context.prunedBefore, row.observedAt < cut {
      throw Rejection(.observedAt, "lies before \(cut), before which the log was pruned")
    }
    guard Limits.departures.contains(row.departureDate) else {
      throw Rejection(
        .departureDate,
        "is not from \(Limits.departures.lowerBound) to \(Limits.departures.upperBound)"
      )
    }
    if texts.utf8(row.deepLink).count > Limits.longestText {
      throw Rejection(.deepLink, "is longer than \(Limits.longestText) bytes")
    }
    if let returnDate = row.returnDate {
      if returnDate < row.departureDate { throw Rejection(.returnDate, "lies before the departure") }
      if row.departureDate.distance(to: returnDate) > Limits.longestStay {
        throw Rejection(.returnDate, "lies more than \(Limits.longestStay) nights after the departure")
      }
    } else if row.inbound != ObservedLeg() {
      throw Rejection(.returnDate, "is missing, though the row tells of the way back")
    }
  }

  /// What legs keep to once they are completed, which drops an arrival that cannot be.
  private func checkLegs(_ row: Observation, _ texts: TextPool) throws(Rejection) {
    try check(row.outbound, texts, .durationMinutes, .arrivalDayOffset, .stops, .segments)
    try check(
      row.inbound,
      texts,
      .returnDurationMinutes,
      .returnArrivalDayOffset,
      .returnStops,
      .returnSegments
    )
  }

  private func check(
    _ leg: ObservedLeg,
    _ texts: TextPool,
    _ duration: OwnFormat.Column,
    _ dayOffset: OwnFormat.Column,
    _ stops: OwnFormat.Column,
    _ segments: OwnFormat.Column
  ) throws(Rejection) {
    if let minutes = leg.durationMinutes, minutes > Limits.longestLegMinutes {
      throw Rejection(duration, "is \(minutes), more than \(Limits.longestLegMinutes)")
    }
    if let days = leg.arrivalDayOffset, !Limits.arrivalDayOffsets.contains(Int(days)) {
      throw Rejection(dayOffset, "is \(days), not -1 to 3")
    }
    if let landings = leg.stops, !(0...Limits.mostLandings).contains(Int(landings)) {
      throw Rejection(stops, "is \(landings), not 0 to \(Limits.mostLandings)")
    }
    if texts.utf8(leg.segments).count > Limits.longestText {
      throw Rejection(segments, "is longer than \(Limits.longestText) bytes")
    }
  }

  private func complete(
    _ row: inout Observation,
    _ origin: KnownPlace,
    _ destination: KnownPlace,
    _ record: Int32,
    _ report: inout FeedReport
  ) {
    if row.outbound.complete(from: origin, to: destination, on: row.departureDate) {
      report.warn(.arrivalDisagrees, record: record, "\(row.origin) to \(row.destination), \(row.departureDate)")
    }
    if let date = row.returnDate, row.inbound.complete(from: destination, to: origin, on: date) {
      report.warn(.arrivalDisagrees, record: record, "\(row.destination) to \(row.origin), \(date)")
    }
  }

  private mutating func warn(
    ofList list: TextID,
    _ day: Day,
    _ record: Int32,
    _ texts: TextPool,
    _ report: inout FeedReport
  ) {
    if list == .none { return }
    let codes = texts.utf8(list)
    for begin in stride(from: 0, to: codes.count, by: 4) {
      guard let code = PlaceCode(ascii: codes.extracting(begin..<begin + 3)) else { continue }
      warn(of: memo.place(code), day, record, &report)
    }
  }

  private func warn(of place: KnownPlace, _ day: Day, _ record: Int32, _ report: inout FeedReport) {
    if !place.isKnown {
      report.warn(.unknownPlace, record: record, "\(place.code)")
    } else if let retirement = place.retirement, retirement.lastDay < day {
      let successor = retirement.successor.map { ", its successor is \($0)" } ?? ""
      report.warn(.retiredCode, record: record, "\(place.code) was used until \(retirement.lastDay)\(successor)")
    }
  }
}
