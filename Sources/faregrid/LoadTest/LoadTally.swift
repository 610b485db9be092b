/// Gathers what comes of the answers of a load test.
struct LoadTally {
  var report: LoadReport
  private var check: AnswerCheck
  private var sample = AnswerSample()
  private var bar: ProgressBar
  private let beginning: UInt64

  /// Begins the measured part at an instant of the clock. `check` has seen the warm-up.
  init(_ scenario: LoadScenario, check: AnswerCheck, bar: ProgressBar, beginning: UInt64) {
    report = LoadReport(scenario: scenario.rawValue)
    self.check = check
    self.bar = bar
    self.beginning = beginning
  }

  /// Takes an answer, without its newline.
  mutating func take(_ line: Span<UInt8>, of asked: AskedQuestion, _ latency: Latency) {
    report.requests += 1
    report.bytes += UInt64(line.count + 1)
    report.latencies.record(latency.end - latency.start)
    report.nanoseconds = latency.end - beginning
    if Self.isResult(line, id: asked.id) {
      sample.offer(line, of: asked)
    } else {
      check.check(line, of: asked)
    }
    bar.update(Int64(report.requests))
  }

  /// Ends the test: compares the answers that were kept for it, and says what was wrong with the first wrong one.
  mutating func finish() -> String? {
    bar.finish()
    sample.compare(&check)
    report.checked = check.checked
    report.wrong = check.wrong
    return check.complaint
  }

  private static let opening: StaticString = #"{"jsonrpc":"2.0","id":"#

  /// Whether a line is the result of the request of an id, as far as its beginning shows: cheap enough for every line.
  private static func isResult(_ line: Span<UInt8>, id: Int) -> Bool {
    var position = opening.utf8CodeUnitCount
    var number = 0
    while position < line.count, line[position] &- UInt8(ascii: "0") < 10, number < .max / 16 {
      number = number * 10 + Int(line[position] - UInt8(ascii: "0"))
      position += 1
    }
    return number == id && position + 2 < line.count && line[position] == UInt8(ascii: ",")
      && line[position + 2] == UInt8(ascii: "r")
  }
}
