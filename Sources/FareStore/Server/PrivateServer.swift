import CLibPQ
import FareModel
import Glibc

/// A PostgreSQL server of Faregrid's own, which listens on a Unix socket only.
///
/// All of it lies in one folder, the home: `lock`, under which processes start and stop it one at a time, and
/// `server`, which belongs to the account that the server runs as and nobody else can enter, with the cluster, the
/// log and the socket. Started by whichever command needs it first, it runs until it is stopped.
public struct PrivateServer: Hashable, Sendable {
  /// The folder of the server, an absolute path.
  public let home: String
  /// The folder of the programs to use; nil for those that are installed.
  let programs: String?

  /// Describes the server whose home is `home`. Nothing is made or started yet.
  ///
  /// `programs` is the folder of the PostgreSQL programs to use, where they are not to be looked for.
  public init(home: String, programs: String? = nil) {
    self.home = Files.absolute(home)
    self.programs = programs
  }

  /// The server that the environment names: `FAREGRID_HOME`, and `FAREGRID_POSTGRES_BIN` for its programs.
  public static func fromEnvironment() throws(PostgresError) -> Self {
    try Self(home: defaultHome(), programs: Environment.value("FAREGRID_POSTGRES_BIN"))
  }

  private static func defaultHome() throws(PostgresError) -> String {
    if let home = Environment.value("FAREGRID_HOME") { return home }
    if geteuid() == 0 { return "/var/lib/faregrid" }
    guard let userHome = Environment.value("HOME") else {
      throw PostgresError(.serverUnavailable, message: "HOME is not set: set FAREGRID_HOME to a folder")
    }
    return userHome + "/.local/share/faregrid"
  }
}

// MARK: Where things are

extension PrivateServer {
  /// The folder that belongs to the server's account.
  var folder: String { "\(home)/server" }
  /// The cluster.
  var data: String { "\(folder)/data" }
  /// What the server has to say.
  var log: String { "\(folder)/postgres.log" }
  /// The lock under which the server is started and stopped.
  var lock: String { "\(home)/lock" }

  /// The folder of the socket: the server's, unless its path is longer than a socket's address can be or has a comma,
  /// at which libpq would take it apart.
  var socketFolder: String {
    let path = "\(folder)/\(Self.socketName)"
    return path.utf8.count <= Limits.longestSocketPath && !path.contains(",") ? folder : shortFolder
  }

  /// A folder for the socket of a server whose own is not fit for it.
  var shortFolder: String {
    // FNV-1a, because the same home must give the same name in every process.
    let hash = home.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return "/tmp/faregrid-" + String(hash, radix: 36)
  }

  /// The path of the socket.
  var socket: String { "\(socketFolder)/\(Self.socketName)" }

  private static var socketName: String { ".s.PGSQL.\(port)" }
  /// The number in the socket's name. No port is opened.
  static var port: Int { 5432 }

  /// A URL that `psql` and every other client of libpq takes as it is.
  ///
  /// `database` is there to reach others than Faregrid's.
  public func url(database: String = Self.database) throws(PostgresError) -> String {
    var url =
      "postgresql:///\(PostgresURL.percentEncoded(database))?host=\(PostgresURL.percentEncoded(socketFolder))&port=\(Self.port)"
    url += "&user=\(Self.user)"
    // In /tmp somebody else could put up a server of that name.
    if socketFolder != folder {
      url += try "&requirepeer=\(PostgresURL.percentEncoded(ServerAccount(servingFrom: folder).name))"
    }
    return url
  }

  /// Faregrid's database.
  public static var database: String { "faregrid" }
  /// The database user that owns everything.
  static var user: String { "faregrid" }
}
