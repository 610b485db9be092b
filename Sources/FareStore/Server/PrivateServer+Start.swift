import CLibPQ
import FareModel
import Glibc

extension PrivateServer {
  /// Makes sure that the server runs and has its database, and returns how to reach it.
  ///
  /// Makes the home and the cluster at first, and recovers from whatever a crash has left. Where several processes
  /// come at once, one does the work and the others wait for it. The server outlives this process.
  @discardableResult
  public func ensureRunning() throws(PostgresError) -> String {
    try openHome()
    try FileLock.hold(lock) { () throws(PostgresError) in try run() }
    return try url()
  }

  /// Makes sure that a server that crashed runs again; false where it was stopped or destroyed, which nobody takes back
  /// who was at work on it.
  func startAfterCrash() throws(PostgresError) -> Bool {
    guard Files.information(folder) != nil else { return false }
    return try FileLock.hold(lock) { () throws(PostgresError) in
      guard Postmaster.isNamed(in: data) else { return false }
      try run()
      return true
    }
  }

  /// What is done under the lock.
  private func run() throws(PostgresError) {
    let account = try openFolder()
    if try !isAnswering() { try launch(as: account) }
    try makeDatabase()
  }

  /// Waits for a server that is there already, and returns whether it answers.
  private func isAnswering() throws(PostgresError) -> Bool {
    guard let postmaster = Postmaster(of: data) else { return false }
    if try waitUntilReady(postmaster.processID) { return true }
    // It serves, but not at our socket: somebody has removed that, or has started the server by other means.
    try end(by: SIGINT)
    return false
  }

  /// Waits until the server takes connections; false when it ends, or cannot be reached though it is ready.
  private func waitUntilReady(_ processID: pid_t) throws(PostgresError) -> Bool {
    let url = try url(database: "postgres")
    var answers = false
    let isSettled = Waiting.until(seconds: Limits.secondsToStartServer) {
      answers = unsafe PQping(url) == PQPING_OK
      if answers || !Postmaster.isAlive(processID) { return true }
      return Postmaster(of: data)?.isReady == true && Files.information(socket) == nil
    }
    guard isSettled else {
      let message = "the server in \(home) has not become ready for \(Limits.secondsToStartServer) seconds: see \(log)"
      throw PostgresError(.serverUnavailable, message: message)
    }
    return answers
  }

  private func makeDatabase() throws(PostgresError) {
    let connection = try PostgresConnection(conninfo: url(database: "postgres"))
    let found = try connection.query("select 1 from pg_database where datname = $1", [.text(Self.database)])
    if found.rowCount == 0 { try connection.execute("create database \(Self.database)") }
  }
}

// MARK: The server's process

extension PrivateServer {
  private func launch(as account: ServerAccount) throws(PostgresError) {
    let programs = try findPrograms(for: account)
    try removeUnfinishedClusters()
    if clusterVersion == nil { try makeCluster(with: programs, as: account) }
    try openShortFolder(for: account)
    try Postmaster.disown(data)
    try Files.remove(socket)
    try Files.remove("\(socket).lock")
    if let size = Files.information(log)?.st_size, size > Limits.largestServerLog { unsafe rename(log, "\(log).old") }
    var reason: String
    var attempts = 0
    repeat {
      let logged = Files.information(log)?.st_size ?? 0
      let (processID, complaint) = try spawn(programs, as: account)
      if try waitUntilReady(processID) { return }
      reason = Self.reason(in: complaint + (Files.text(log, from: Int(logged)) ?? ""))
      attempts += 1
      usleep(100_000)
      // The processes of a killed server end by themselves, but not at once.
    } while reason.contains("is still in use") && attempts < 100
    throw PostgresError(.serverUnavailable, message: "the private server does not start: \(reason)")
  }

  /// Starts the server as nobody's child, so that neither has to wait for the other when it ends.
  ///
  /// Returns its process, and what the shell has to say when it could not even start it.
  private func spawn(
    _ programs: ServerPrograms,
    as account: ServerAccount
  ) throws(PostgresError) -> (processID: pid_t, complaint: String) {
    let script = #"log=$1; shift; "$@" < /dev/null >> "$log" 2>&1 & echo $!"#
    let settings = [
      "listen_addresses=", "unix_socket_directories=\(Self.listItem(socketFolder))", "unix_socket_permissions=0700",
      "port=\(Self.port)", "timezone=UTC", "log_timezone=UTC", "lc_messages=C", "log_checkpoints=off",
    ]
    let server = [programs.postgres, "-D", data] + settings.flatMap { ["-c", $0] }
    let lines = try account.run(["/bin/sh", "-c", script, "sh", log] + server).output.split(separator: "\n")
    let processID = lines.lazy.compactMap { pid_t($0) }.first
    let complaint = lines.filter { pid_t($0) == nil }.map { $0 + "\n" }.joined()
    guard let processID else {
      throw PostgresError(
        .serverUnavailable,
        message: "the private server does not start: \(Self.reason(in: complaint))"
      )
    }
    return (processID, complaint)
  }

  /// `path` as an item of a list in the server's configuration.
  private static func listItem(_ path: String) -> String {
    PostgresConnection.quoted(identifier: path)
  }

  /// The line that says why a program of PostgreSQL gave up.
  private static func reason(in output: String) -> String {
    let lines = output.split(separator: "\n")
    for line in lines.reversed() {
      for mark in ["FATAL:", "PANIC:", "ERROR:", "error:"] {
        if let range = line.firstRange(of: mark) { return line[range.upperBound...].drop { $0 == " " }.description }
      }
    }
    return lines.last.map(String.init) ?? "it says nothing"
  }
}

// MARK: The cluster

extension PrivateServer {
  /// The installed programs that fit the cluster, or the newest where there is no cluster yet.
  private func findPrograms(for account: ServerAccount) throws(PostgresError) -> ServerPrograms {
    let installed = try ServerPrograms.installed(in: programs, runBy: account)
    guard let newest = installed.first else {
      let message =
        "no PostgreSQL server programs" + (programs.map { " in \($0)" } ?? "")
        + ": apt-get install postgresql, or set FAREGRID_DATABASE_URL"
      throw PostgresError(.serverUnavailable, message: message)
    }
    guard let version = clusterVersion else { return newest }
    guard let fitting = installed.first(where: { String($0.major) == version }) else {
      let message =
        "the private database in \(home) is of PostgreSQL \(version), and \(newest.major) is installed: "
        + "apt-get install postgresql-\(version), or `faregrid db destroy` and load the fares again"
      throw PostgresError(.serverUnavailable, message: message)
    }
    return fitting
  }

  private static let unfinishedPrefix = "new-"

  /// Removes what starts that were killed have left.
  ///
  /// The `initdb` of such a start may still be at work: it puts files into folders that are just being removed, and
  /// gives up soon after, when it misses what it had written.
  private func removeUnfinishedClusters() throws(PostgresError) {
    for name in Files.names(in: folder) where name.hasPrefix(Self.unfinishedPrefix) {
      let unfinished = "\(folder)/\(name)"
      let isRemoved = Waiting.until(seconds: Limits.secondsToAbandonCluster) { (try? Files.remove(unfinished)) != nil }
      if !isRemoved { try Files.remove(unfinished) }
    }
  }

  /// Makes the cluster aside and moves it into place, so that there is a whole one or none.
  private func makeCluster(with programs: ServerPrograms, as account: ServerAccount) throws(PostgresError) {
    let unfinished = "\(folder)/\(Self.unfinishedPrefix)\(getpid())"
    let child = try account.run([
      programs.initdb, "--pgdata=\(unfinished)", "--username=\(Self.user)", "--auth-local=trust", "--auth-host=reject",
      "--encoding=UTF8", "--no-locale", "--data-checksums",
    ])
    guard child.exitCode == 0 else {
      try Files.remove(unfinished)
      let message = "the private database cannot be made: \(Self.reason(in: child.output))"
      throw PostgresError(.serverUnavailable, message: message)
    }
    guard unsafe rename(unfinished, data) == 0 else { throw PostgresError(system: "cannot move \(unfinished)", errno) }
  }
}
