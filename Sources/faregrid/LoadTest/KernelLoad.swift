import FareJSON
import FareKernel
import Glibc

/// The load test of the kernel: the bands of many rows, beside a copy of the same bytes.
struct KernelLoad {
  /// How many days a row has.
  let days: Int
  /// How many rows there are.
  let rows: Int
  private let prices: [Int32]

  /// Makes rows of 31 or 365 days, about a tenth of which has no price.
  init(days: Int) {
    self.days = days
    rows = days <= 31 ? 200_000 : 20_000
    var numbers = SeededNumbers(seed: Workload.seed)
    prices = (0..<rows * days).map { _ in
      numbers.below(10) == 0 ? .max : Int32(2_000 + numbers.below(30_000))
    }
  }

  /// What the test came to.
  struct Report {
    var days: Int
    var rows: Int
    /// The quickest pass over all rows.
    var nanoseconds: UInt64
    /// The quickest copy of all rows.
    var copyNanoseconds: UInt64
    /// What was wrong with the first row that was wrong; nil when none was.
    var complaint: String?
  }

  /// The fewest passes, however short the test.
  private static let fewestPasses = 5

  /// Runs for some nanoseconds, and tells `progress` after each pass how many were run.
  func run(_ length: UInt64, clock: some LoadClock, progress: (Int) -> Void) -> Report {
    var bands = [UInt8](repeating: 0, count: prices.count)
    var copy = [Int32](repeating: 0, count: prices.count)
    // The first pass of each warms up, and the bands that it gives are compared.
    writeBands(&bands)
    Self.copyBytes(of: prices, to: &copy)
    var report = Report(
      days: days,
      rows: rows,
      nanoseconds: .max,
      copyNanoseconds: .max,
      complaint: complaint(about: bands)
    )
    let end = clock.nanoseconds() + length
    var passes = 0
    while passes < Self.fewestPasses || clock.nanoseconds() < end {
      report.nanoseconds = min(report.nanoseconds, Self.time(clock) { writeBands(&bands) })
      report.copyNanoseconds = min(report.copyNanoseconds, Self.time(clock) { Self.copyBytes(of: prices, to: &copy) })
      passes += 1
      progress(passes)
    }
    if copy != prices { report.complaint = report.complaint ?? "the copy is not the same" }
    return report
  }

  private func writeBands(_ bands: inout [UInt8]) {
    var span = bands.mutableSpan
    bandRows(prices: prices.span, daysPerRow: days, bands: &span)
  }

  private static func copyBytes(of prices: [Int32], to copy: inout [Int32]) {
    // Both have the same number of elements, and share no memory.
    unsafe copy.withUnsafeMutableBytes { copy in
      unsafe prices.withUnsafeBytes { unsafe copy.copyMemory(from: $0) }
    }
  }

  private static func time(_ clock: some LoadClock, _ body: () -> Void) -> UInt64 {
    let start = clock.nanoseconds()
    body()
    return clock.nanoseconds() - start
  }

  /// How many rows lie between those whose bands are compared.
  private static let rowsBetweenChecks = 37

  /// Compares the bands of many rows with the rule: sorted, and in the contract's words.
  private func complaint(about bands: [UInt8]) -> String? {
    for row in stride(from: 0, to: rows, by: Self.rowsBetweenChecks) {
      let range = row * days..<(row + 1) * days
      let right = Self.bands(of: prices[range])
      if Array(bands[range]) != right { return "the bands of row \(row) are \(bands[range]), expected \(right)" }
    }
    return nil
  }

  private static func bands(of prices: ArraySlice<Int32>) -> [UInt8] {
    let sorted = prices.filter { $0 != .max }.sorted()
    guard sorted.count >= 4 else { return prices.map { _ in 0 } }
    func quarters(_ quartile: Int) -> Int {
      let (rank, part) = ((sorted.count - 1) * quartile).quotientAndRemainder(dividingBy: 4)
      let next = part == 0 ? rank : rank + 1
      return (4 - part) * Int(sorted[rank]) + part * Int(sorted[next])
    }
    let (low, high) = (quarters(1), quarters(3))
    return prices.map { $0 == .max ? 0 : 4 * Int($0) < low ? 1 : 4 * Int($0) > high ? 3 : 2 }
  }
}

extension KernelLoad.Report {
  private var daysPerSecond: Int { Int(Double(rows * days) * 1e9 / Double(nanoseconds)) }

  /// Hundredths of a nanosecond for each row.
  private func perRow(_ nanoseconds: UInt64) -> Int { Int(nanoseconds) * 100 / rows }

  /// Writes the report as one JSON object, as the contract gives it.
  func write(into json: inout JSONWriter) {
    json.raw("{\"scenario\":\"kernel\",\"days\":")
    json.integer(days)
    json.key("rows")
    json.integer(rows)
    json.key("ns_per_row")
    json.decimal(perRow(nanoseconds), places: 2)
    json.key("copy_ns_per_row")
    json.decimal(perRow(copyNanoseconds), places: 2)
    json.key("days_per_second")
    json.integer(daysPerSecond)
    json.raw("}\n")
  }

  /// The report for people.
  func text() -> String {
    let (row, copy) = (perRow(nanoseconds), perRow(copyNanoseconds))
    let tenths = copy == 0 ? 0 : row * 10 / copy
    return """
      bands       \(row / 100) ns a row of \(days) days, \(Amounts.grouped(Int64(daysPerSecond))) days/s
      copy        \(copy / 100) ns a row: the bands take \(tenths / 10).\(tenths % 10) times as long

      """
  }
}
