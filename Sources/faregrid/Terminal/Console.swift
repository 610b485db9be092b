import FareServer
import Glibc

/// Where a command's output and its messages go.
struct Console: Sendable {
  /// What the output can show.
  var terminal: Terminal
  /// Takes what was asked for, and nothing else.
  var output = FileDescriptor.output
  /// Takes messages for people.
  var error = FileDescriptor.error

  /// Writes `text` as it stands.
  func write(_ text: String) throws(CommandFailure) {
    try write(text.utf8Span.span)
  }

  /// Writes `bytes` as they stand.
  func write(_ bytes: Span<UInt8>) throws(CommandFailure) {
    do throws(SystemError) {
      try output.write(bytes)
    } catch {
      throw error.isClosedReader ? .readerClosed : .failed("cannot write the output: \(error)")
    }
  }

  /// Says `line` to the people who run the command. A failure is ignored, for there is nowhere left to report it.
  func say(_ line: String) {
    try? error.write(line + "\n")
  }

  /// A bar for work of `total` units, drawn on stderr when that is a terminal.
  func progress(_ label: String, total: Int64?, unit: ProgressBar.Unit) -> ProgressBar {
    var terminal = Terminal(descriptor: STDERR_FILENO, environment: Environment.value)
    // A terminal that cannot take a line back shows no bar.
    if Environment.value("TERM") ?? "dumb" == "dumb" { terminal.isInteractive = false }
    let error = error
    return ProgressBar(
      label: label,
      total: total,
      unit: unit,
      terminal: terminal,
      clock: MonotonicClock.seconds,
      draw: { try? error.write($0) }
    )
  }
}

/// The variables of the environment.
enum Environment {
  /// The value of a variable; nil when it is not set or empty.
  static func value(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }
}

/// Seconds since some moment, never set back.
enum MonotonicClock {
  /// The seconds now.
  static func seconds() -> Double {
    var now = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
  }
}
