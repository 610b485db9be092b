import CGNU
import Glibc
import Synchronization

/// The signals that ask a server to stop.
///
/// They are noted rather than blocked, because child processes would inherit that they are blocked.
struct StopSignals {
  private static let noted = Atomic<Int32>(-1)
  private let reader: Int32

  /// Begins to note the signals instead of ending the process.
  init() {
    var ends: [Int32] = [-1, -1]
    _ = unsafe pipe2(&ends, O_CLOEXEC)
    reader = ends[0]
    Self.noted.store(ends[1], ordering: .relaxed)
    // Whoever started this process may have had them blocked.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    for number in [SIGINT, SIGTERM] {
      unsafe sigaddset(&signals, number)
      _ = signal(number) { _ in
        var byte: UInt8 = 0
        _ = unsafe write(StopSignals.noted.load(ordering: .relaxed), &byte, 1)
      }
    }
    _ = unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// Waits for one. The next one ends the process, as if nobody had noted the first.
  func wait() {
    var byte: UInt8 = 0
    while unsafe read(reader, &byte, 1) < 0, errno == EINTR {}
    for number in [SIGINT, SIGTERM] { _ = signal(number, SIG_DFL) }
  }
}

/// How many files and connections the process may have open.
enum OpenFiles {
  /// Raises the bound to what the system lets this process have.
  static func allowMost() {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    limit.rlim_cur = limit.rlim_max
    _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }
}
