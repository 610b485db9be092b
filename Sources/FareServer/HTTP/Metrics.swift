import FareJSON
import Synchronization

/// What the server counts, and how Prometheus reads it.
final class Metrics: Sendable {
  private struct Key: Hashable {
    var path: String
    var status: HTTPStatus
  }

  private struct Counts {
    var requests: [Key: Int] = [:]
    var durations = [Int](repeating: 0, count: Metrics.bounds.count + 1)
    var totalSeconds = 0.0
  }

  private static let bounds = [0.0001, 0.001, 0.01, 0.1, 1.0, 10.0]
  private let counts = Mutex(Counts())
  private let running = Atomic(0)

  /// How many requests are being answered.
  var runningRequests: Int { running.load(ordering: .acquiring) }

  /// Counts a request as begun.
  func begin() {
    running.add(1, ordering: .acquiringAndReleasing)
  }

  /// Counts a request as ended. `status` is nil when it was given up.
  func end(_ path: String, _ status: HTTPStatus?, seconds: Double) {
    running.subtract(1, ordering: .acquiringAndReleasing)
    guard let status else { return }
    counts.withLock { counts in
      counts.requests[Key(path: path, status: status), default: 0] += 1
      let bucket = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
      counts.durations[bucket] += 1
      counts.totalSeconds += seconds
    }
  }

  /// The text that Prometheus reads.
  func text(connections: Int) -> String {
    let counts = counts.withLock { $0 }
    var text = Self.head("faregrid_http_requests_total", "counter", "Requests answered.")
    let sorted = counts.requests.sorted {
      ($0.key.path, $0.key.status.rawValue) < ($1.key.path, $1.key.status.rawValue)
    }
    for (key, count) in sorted {
      text += "faregrid_http_requests_total{path=\"\(key.path)\",status=\"\(key.status.rawValue)\"} \(count)\n"
    }
    text += Self.head("faregrid_http_request_duration_seconds", "histogram", "From a request's target to its end.")
    var sum = 0
    for (bound, count) in zip(Self.bounds.map { "\($0)" } + ["+Inf"], counts.durations) {
      sum += count
      text += "faregrid_http_request_duration_seconds_bucket{le=\"\(bound)\"} \(sum)\n"
    }
    text += "faregrid_http_request_duration_seconds_sum \(counts.totalSeconds)\n"
    text += "faregrid_http_request_duration_seconds_count \(sum)\n"
    text += Self.head("faregrid_http_requests_running", "gauge", "Requests being answered.")
    text += "faregrid_http_requests_running \(runningRequests)\n"
    text += Self.head("faregrid_http_connections", "gauge", "Open connections.")
    text += "faregrid_http_connections \(connections)\n"
    return text
  }

  private static func head(_ name: String, _ type: String, _ help: String) -> String {
    "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
  }
}
