import Glibc

/// The installed programs of one version of PostgreSQL.
struct ServerPrograms {
  /// The folder that holds them.
  var folder: String
  /// The major version, such as 15.
  var major: Int

  /// The programs that make a cluster.
  var initdb: String { "\(folder)/initdb" }
  /// The server.
  var postgres: String { "\(folder)/postgres" }

  /// All that are installed, the newest first: those in `folder` where it is given, else those in Debian's folders,
  /// then those on `PATH`.
  ///
  /// Programs are named by their full paths, because Debian's `PATH` holds wrappers of the same names.
  static func installed(in folder: String?, runBy account: ServerAccount) throws(PostgresError) -> [Self] {
    if let folder { return try [programs(in: folder, account)].compactMap(\.self) }
    let debian = "/usr/lib/postgresql"
    let majors = Files.names(in: debian).compactMap { Int($0) }.sorted(by: >)
    let path = Environment.value("PATH") ?? ""
    let folders = majors.map { "\(debian)/\($0)/bin" } + path.split(separator: ":").map(String.init)
    var found: [Self] = []
    for folder in folders where folder.hasPrefix("/") {
      if let programs = try programs(in: folder, account) { found.append(programs) }
    }
    return found
  }

  private static func programs(in folder: String, _ account: ServerAccount) throws(PostgresError) -> Self? {
    var programs = Self(folder: folder, major: 0)
    guard unsafe access(programs.initdb, X_OK) == 0, unsafe access(programs.postgres, X_OK) == 0 else { return nil }
    // "postgres (PostgreSQL) 15.18 (Debian …)"
    let version = try account.run([programs.postgres, "--version"]).output
    guard let number = version.split(separator: " ").dropFirst(2).first?.prefix(while: \.isNumber),
      let major = Int(number)
    else { return nil }
    programs.major = major
    return programs
  }
}
