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
    try check(row)
    complete(&row, record, &report)
    warn(of: row, record, table.texts, &report)
    table.append(row, from: Provenance(batch: context.batch, record: record))
  }

  /// Adds a look that the feed implies without a record of its own. Such looks are numbered from −1 downwards.
  mutating func addImplied(_ row: Observation, to table: inout ObservationTable) {
    implied -= 1
    table.append(row, from: Provenance(batch: context.batch, record: implied))
  }

  private func check(_ row: Observation) throws(Rejection) {
    if row.origin == row.destination { throw Rejection(.destination, "is the origin too") }
    if row.observedAt > latest {
      throw Rejection(.observedAt, "lies more than \(Limits.secondsAhead / 60) minutes in the future")
    }
    if let returnDate = row.returnDate {
      if returnDate < row.departureDate { throw Rejection(.returnDate, "lies before the departure") }
    } else if row.inbound != ObservedLeg() {
      throw Rejection(.returnDate, "is missing, though the row tells of the way back")
    }
  }

  private func complete(_ row: inout Observation, _ record: Int32, _ report: inout FeedReport) {
    if memo.complete(&row.outbound, from: row.origin, to: row.destination, on: row.departureDate) {
      report.warn(.arrivalDisagrees, record: record, "\(row.origin) to \(row.destination), \(row.departureDate)")
    }
    if let date = row.returnDate, memo.complete(&row.inbound, from: row.destination, to: row.origin, on: date) {
      report.warn(.arrivalDisagrees, record: record, "\(row.destination) to \(row.origin), \(date)")
    }
  }

  private mutating func warn(
    of row: Observation,
    _ record: Int32,
    _ texts: TextPool,
    _ report: inout FeedReport
  ) {
    warn(of: row.origin, row.departureDate, record, &report)
    warn(of: row.destination, row.departureDate, record, &report)
    for list in [row.outbound.via, row.inbound.via] where list != .none {
      let codes = texts.utf8(list)
      for begin in stride(from: 0, to: codes.count, by: 4) {
        guard let code = PlaceCode(ascii: codes.extracting(begin..<begin + 3)) else { continue }
        warn(of: code, row.departureDate, record, &report)
      }
    }
  }

  private mutating func warn(of code: PlaceCode, _ day: Day, _ record: Int32, _ report: inout FeedReport) {
    let standing = memo.standing(of: code)
    if !standing.isKnown {
      report.warn(.unknownPlace, record: record, "\(code)")
    } else if let retirement = standing.retirement, retirement.lastDay < day {
      let successor = retirement.successor.map { ", its successor is \($0)" } ?? ""
      report.warn(.retiredCode, record: record, "\(code) was used until \(retirement.lastDay)\(successor)")
    }
  }
}
