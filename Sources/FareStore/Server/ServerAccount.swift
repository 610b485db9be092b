import Glibc

/// The account that a private server runs as.
struct ServerAccount {
  /// The account's name.
  var name: String
  /// The account's number.
  var userID: uid_t
  /// The number of its first group.
  var groupID: gid_t

  /// The account for a server whose files lie in `folder`, which need not be there yet.
  ///
  /// PostgreSQL refuses to run as root. For root it is the account that owns the folder, so that root can serve what
  /// a user has set up, and at first `postgres` or else `nobody`. For everybody else it is their own.
  init(servingFrom folder: String) throws(PostgresError) {
    let current = geteuid()
    let owner = Files.information(folder)?.st_uid ?? current
    if owner != 0 {
      guard current == 0 || current == owner else {
        throw PostgresError(.serverUnavailable, message: "\(folder) belongs to another user: set FAREGRID_HOME")
      }
      guard let account = Self(userID: owner) else {
        throw PostgresError(.serverUnavailable, message: "PostgreSQL needs a name for user \(owner) in /etc/passwd")
      }
      self = account
    } else {
      guard let account = Self(name: "postgres") ?? Self(name: "nobody") else {
        throw PostgresError(.serverUnavailable, message: "no user postgres or nobody that the server could run as")
      }
      self = account
    }
  }

  /// The command line that runs `arguments` as this account.
  func command(_ arguments: [String]) throws(PostgresError) -> [String] {
    if userID == geteuid() { return arguments }
    if let setpriv = Self.systemProgram("setpriv") {
      return [setpriv, "--reuid=\(userID)", "--regid=\(groupID)", "--init-groups", "--"] + arguments
    }
    if let runuser = Self.systemProgram("runuser") { return [runuser, "-u", name, "--"] + arguments }
    let message = "neither setpriv nor runuser to run PostgreSQL as \(name): apt-get install util-linux"
    throw PostgresError(.serverUnavailable, message: message)
  }

  /// Runs a program as this account, to its end.
  ///
  /// Its environment is bare: no `PG…` variable of the user's reaches the server, and its messages are in English.
  func run(_ arguments: [String]) throws(PostgresError) -> ChildProcess {
    var environment = ["PATH=/usr/bin:/bin", "LC_ALL=C"]
    if let path = Environment.value("LD_LIBRARY_PATH") { environment.append("LD_LIBRARY_PATH=\(path)") }
    return try ChildProcess(command(arguments), environment: environment)
  }

  /// The first of `folders` that this account cannot enter; nil when it can enter them all.
  func firstClosed(of folders: [String]) throws(PostgresError) -> String? {
    // Asks by doing, so that groups and access lists count as they do for the server.
    let script = #"for folder do cd "$folder" 2> /dev/null || { printf %s "$folder"; exit 1; }; done"#
    let attempt = try run(["/bin/sh", "-c", script, "sh"] + folders)
    return attempt.exitCode == 0 ? nil : attempt.output
  }

  private static func systemProgram(_ name: String) -> String? {
    ["/usr/bin", "/bin", "/usr/sbin", "/sbin"].map { "\($0)/\(name)" }.first { unsafe access($0, X_OK) == 0 }
  }

  private init?(name: String) {
    unsafe self.init { unsafe getpwnam_r(name, $0, $1, $2, $3) }
  }

  private init?(userID: uid_t) {
    unsafe self.init { unsafe getpwuid_r(userID, $0, $1, $2, $3) }
  }

  private typealias Lookup = (
    UnsafeMutablePointer<passwd>, UnsafeMutablePointer<CChar>, Int, UnsafeMutablePointer<UnsafeMutablePointer<passwd>?>
  ) -> Int32

  private init?(_ lookup: Lookup) {
    var entry = unsafe passwd()
    var found: UnsafeMutablePointer<passwd>?
    // The entry points into this text, which the copies below outlive.
    let capacity = 1 << 14
    let text = UnsafeMutablePointer<CChar>.allocate(capacity: capacity)
    defer { unsafe text.deallocate() }
    guard unsafe lookup(&entry, text, capacity, &found) == 0, unsafe found != nil else { return nil }
    name = unsafe String(cString: entry.pw_name)
    userID = unsafe entry.pw_uid
    groupID = unsafe entry.pw_gid
  }
}
