import FareJSON
import FareModel

/// What a load test of answers came to.
struct LoadReport {
  /// The scenario.
  var scenario: String
  /// How many requests were answered.
  var requests = 0
  /// How long that took.
  var nanoseconds: UInt64 = 0
  /// How many bytes the answers had, with their newlines.
  var bytes: UInt64 = 0
  /// How long each took.
  var latencies = LatencyHistogram()
  /// How many answers were compared with what they must be.
  var checked = 0
  /// How many of them were not that.
  var wrong = 0
  /// How much memory served processes held together; nil where there were none.
  var memory: ServedMemory?

  /// The percentiles that are told: their names in JSON and for people, and what they are in thousandths.
  private static let percentiles: [(key: StaticString, name: String, perMille: UInt64)] = [
    ("p50", "p50", 500), ("p90", "p90", 900), ("p99", "p99", 990), ("p99_9", "p99.9", 999),
  ]

  private var requestsPerSecond: Int {
    nanoseconds == 0 ? 0 : Int((Double(requests) * 1e9 / Double(nanoseconds)).rounded())
  }

  private var bytesPerAnswer: Int { requests == 0 ? 0 : (Int(bytes) + requests / 2) / requests }

  /// Writes the report as one JSON object, as the contract gives it.
  func write(into json: inout JSONWriter) {
    json.raw("{")
    json.key("scenario")
    json.string(scenario)
    json.key("requests")
    json.integer(requests)
    json.key("seconds")
    json.decimal(Int(nanoseconds / 1_000_000), places: 3)
    json.key("requests_per_second")
    json.integer(requestsPerSecond)
    json.key("bytes_per_answer")
    json.integer(bytesPerAnswer)
    json.key("latency_us")
    json.raw("{")
    for (key, _, perMille) in Self.percentiles {
      json.key(key)
      json.decimal(Int(latencies.percentile(perMille: perMille)), places: 3)
    }
    json.key("max")
    json.decimal(Int(latencies.greatest), places: 3)
    json.raw("}")
    json.key("wrong")
    json.integer(wrong)
    json.raw("}\n")
  }

  /// The report for people. The bars of the latencies are for a terminal.
  func text(on terminal: Terminal) -> String {
    let latency =
      Self.percentiles.map { "\($0.name) \(Self.duration(latencies.percentile(perMille: $0.perMille)))" }
      + ["max \(Self.duration(latencies.greatest))"]
    let seconds = nanoseconds / 100_000_000
    let text = """
      throughput  \(Amounts.grouped(Int64(requestsPerSecond))) answers/s, \(Amounts.grouped(Int64(requests))) in \
      \(seconds / 10).\(seconds % 10) s, \(Amounts.bytes(Int64(bytesPerAnswer))) each
      latency     \(latency.joined(separator: ", "))
      checked     \(Amounts.counted(Int64(checked), "answer")), \(Amounts.grouped(Int64(wrong))) wrong

      """ + (memory.map { "memory      \($0.words)\n" } ?? "")
    return terminal.isInteractive ? text + "\n" + chart(on: terminal) : text
  }

  private static let chartColumns = 40

  private func chart(on terminal: Terminal) -> String {
    let doublings = latencies.doublings()
    let most = doublings.map(\.count).max() ?? 0
    return doublings.map { lowest, count in
      let bar = count == 0 ? "" : terminal.signs.bar(Int64(count), of: Int64(most), columns: Self.chartColumns)
      let share = Self.share(count, of: latencies.count)
      let label = TextWidth.padded("from \(Self.duration(lowest))", to: 14)
      return "\(label)  \(TextWidth.padded(share, to: 8, alignedRight: true))  \(bar)\n"
    }.joined()
  }

  private static func share(_ count: UInt64, of total: UInt64) -> String {
    let hundredths = total == 0 ? 0 : Int64(count * 10_000 / total)
    return Money.decimal(hundredths, exponent: 2) + " %"
  }

  /// A duration to one decimal of the unit that suits it.
  static func duration(_ nanoseconds: UInt64) -> String {
    let units: [(name: String, nanoseconds: UInt64)] = [("s", 1_000_000_000), ("ms", 1_000_000), ("µs", 1000)]
    guard let unit = units.first(where: { nanoseconds >= $0.nanoseconds }) else { return "\(nanoseconds) ns" }
    return Money.decimal(Int64(nanoseconds * 10 / unit.nanoseconds), exponent: 1) + " " + unit.name
  }
}

/// How much memory served processes held together, in bytes, at three moments of a load test.
struct ServedMemory {
  /// When the first question was answered.
  var first = 0
  /// When every question had been asked once.
  var warm = 0
  /// At the end.
  var last = 0

  /// The three, for people.
  var words: String {
    let (first, warm, last) = (Self.mebibytes(first), Self.mebibytes(warm), Self.mebibytes(last))
    return "\(first) MiB with the first answer, \(warm) MiB when all was asked once, \(last) MiB at the end"
  }

  private static func mebibytes(_ bytes: Int) -> String {
    Money.decimal(Int64(bytes * 10 / (1 << 20)), exponent: 1)
  }
}
