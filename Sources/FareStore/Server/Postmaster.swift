import Glibc

/// The process that serves a cluster, as the file `postmaster.pid` in the cluster names it.
struct Postmaster {
  /// Its process number.
  var processID: pid_t
  /// Whether it says that it takes connections.
  var isReady: Bool

  /// The server of the cluster in the folder `data`; nil when none runs.
  ///
  /// The file outlives a server that was killed, and the number in it can belong to any process by now, so the
  /// process has to be a PostgreSQL server of this very folder.
  init?(of data: String) {
    guard let lines = Self.lines(of: data), let first = lines.first, let processID = pid_t(first),
      Self.isServer(processID, of: data)
    else { return nil }
    self.processID = processID
    // The eighth line is the state, padded with spaces.
    isReady = lines.count > 7 && lines[7].hasPrefix("ready")
  }

  /// Makes the file say that no server runs, when `init(of:)` has found none.
  ///
  /// PostgreSQL itself takes any living process of its own account for a server. The rest of the file stays: by it
  /// PostgreSQL notices processes of a killed server that still use its memory.
  static func disown(_ data: String) throws(PostgresError) {
    let path = path(in: data)
    guard let lines = lines(of: data) else { return }
    guard lines.count > 1 else { return try Files.remove(path) }
    let nobody = pid_t.max  // Linux gives no such number.
    let text = ["\(nobody)"] + lines.dropFirst()
    let bytes = Array(text.joined(separator: "\n").utf8)
    let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
    defer { close(descriptor) }
    guard descriptor >= 0, unsafe write(descriptor, bytes, bytes.count) == bytes.count else {
      throw PostgresError(system: "cannot write \(path)", errno)
    }
  }

  /// Whether the file is there, which a server removes when it is stopped.
  static func isNamed(in data: String) -> Bool {
    Files.information(path(in: data)) != nil
  }

  /// Whether a process runs. One that has ended and waits for its parent does not.
  static func isAlive(_ processID: pid_t) -> Bool {
    // "12 (any name) S …": the state follows the last parenthesis.
    let state = Files.text("/proc/\(processID)/stat")?.split(separator: ")").last?.first { $0 != " " }
    return state != nil && state != "Z" && state != "X"
  }

  private static func path(in data: String) -> String {
    "\(data)/postmaster.pid"
  }

  private static func lines(of data: String) -> [Substring]? {
    Files.text(path(in: data))?.split(separator: "\n", omittingEmptySubsequences: false)
  }

  private static func isServer(_ processID: pid_t, of data: String) -> Bool {
    // The command line of a process that has ended and waits for its parent is empty.
    guard let arguments = Files.text("/proc/\(processID)/cmdline")?.split(separator: "\0"),
      arguments.first?.split(separator: "/").last == "postgres"
    else { return false }
    return arguments.contains { $0 == data } || Files.absolute("/proc/\(processID)/cwd") == data
  }
}
