import CLibPQ
import FareModel
import Glibc

/// A connection to PostgreSQL, used by one thread at a time and closed with its last reference.
///
/// Every call blocks its thread, which must not be one of the task pool. After an error the connection is ready for
/// the next statement, unless the error is a connection failure: then `reset()` connects anew.
@safe
public final class PostgresConnection {
  private let handle: OpaquePointer
  private let conninfo: String
  private let settings: [(String, String)]
  private var statements: [StatementKey: String] = [:]
  private var statementCount = 0

  /// Asked from time to time while a statement takes long, on its thread: whether the result is still wanted. When it is
  /// not, the server is told to give the statement up, which then fails.
  public var isStillWanted: (() -> Bool)?

  /// Asked, on the connection's thread, for a piece of other work whenever the server keeps a statement or a copy waiting:
  /// whether there is more of it. A piece is short beside what the server is waited for, and does not use the connection.
  public var meanwhile: (() -> Bool)?

  /// Whether there is something to do while a statement runs.
  private var watches: Bool { isStillWanted != nil || meanwhile != nil }

  /// A statement is prepared for its text and the types of its parameters.
  private struct StatementKey: Hashable {
    var sql: String
    var types: [PostgresType]
  }

  /// Connects to the server that `conninfo` names, in libpq's `key=value` or URL form.
  ///
  /// `settings` are set for the session, here and after every `reset()`. The session speaks UTF-8 and UTC, and the
  /// server looks every second whether its client still lives, so that what a dead client locked is soon free.
  public init(conninfo: String, settings: [(String, String)] = []) throws(PostgresError) {
    self.conninfo = conninfo
    self.settings = settings
    unsafe handle = try Self.connect(conninfo)
    try applySettings()
  }

  deinit {
    unsafe PQfinish(handle)
  }

  /// Whether the last use found the connection in order. A break shows only when the connection is used.
  public var backendIsAlive: Bool {
    unsafe PQstatus(handle) == CONNECTION_OK
  }

  /// The version of the server, such as 150018 for 15.18.
  public var serverVersion: Int {
    unsafe Int(PQserverVersion(handle))
  }

  /// Connects anew to the same server, with the same settings. Locks, temporary tables and listening end.
  public func reset() throws(PostgresError) {
    statements.removeAll()
    unsafe PQreset(handle)
    guard backendIsAlive else { throw unsafe PostgresError(.connectFailed, of: handle) }
    try applySettings()
  }

  /// Whether the server is there and says that it takes no connections for now: it starts, recovers from a crash or stops.
  ///
  /// It is asked on a connection of its own.
  public var serverIsOnItsWay: Bool {
    unsafe Self.withParameters(conninfo) { unsafe PQpingParams($0, $1, $2) == PQPING_REJECT }
  }
}

// MARK: Statements

extension PostgresConnection {
  /// Runs one or several statements without parameters, and drops their rows.
  ///
  /// Several statements are one transaction unless they say otherwise.
  public func execute(_ sql: String) throws(PostgresError) {
    _ = try unsafe adopt(PQexec(handle, sql))
  }

  /// Runs one statement with its parameters. It is prepared at its first use and kept for the next.
  public func query(_ sql: String, _ parameters: [PostgresParameter] = []) throws(PostgresError) -> PostgresResult {
    let key = StatementKey(sql: sql, types: parameters.map(\.type))
    guard let name = statements[key] else { return try run(prepare(key), parameters) }
    do {
      return try run(name, parameters)
    } catch let error where error.isStaleStatement {
      statements[key] = nil
      // Inside a transaction the failure has ended it, and only its owner can begin it again.
      guard unsafe PQtransactionStatus(handle) == PQTRANS_IDLE else { throw error }
      return try run(prepare(key), parameters)
    }
  }

  /// Runs `body` in a transaction, which is committed when it returns and rolled back when it throws.
  ///
  /// `isolation` is what follows `begin`, such as `isolation level repeatable read, read only`.
  public func transaction<Value>(
    _ isolation: String = "",
    _ body: () throws(PostgresError) -> Value
  ) throws(PostgresError) -> Value {
    switch try transaction(isolation, catching: { () throws(PostgresError) in try body() }) {
    case .success(let value): return value
    case .failure(let error): throw error
    }
  }

  /// Runs `body` in a transaction, as ``transaction(_:_:)`` does, and returns what it threw rather than throwing it.
  ///
  /// For bodies whose errors are not the database's: what is thrown here is.
  public func transaction<Value, Failure>(
    _ isolation: String = "",
    catching body: () throws(Failure) -> Value
  ) throws(PostgresError) -> Result<Value, Failure> {
    try execute("begin \(isolation)")
    let value: Value
    do {
      value = try body()
    } catch {
      // When the rollback fails too, the connection is gone and the server has rolled back by itself.
      try? execute("rollback")
      return .failure(error)
    }
    // A transaction that has failed inside ends here, too, but with a rollback.
    guard try unsafe adopt(PQexec(handle, "commit")).command == "COMMIT" else {
      throw PostgresError(.queryFailed, sqlState: "25P02", message: "a statement of the transaction had failed")
    }
    return .success(value)
  }

  /// Prepares every statement anew at its next use.
  func forgetStatements() {
    statements.removeAll()
  }

  /// `name` quoted as an SQL identifier.
  public static func quoted(identifier name: String) -> String {
    "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }

  private func prepare(_ key: StatementKey) throws(PostgresError) -> String {
    if statements.count >= Limits.mostPreparedStatements {
      try execute("deallocate all")
      statements.removeAll()
    }
    statementCount += 1
    let name = "s\(statementCount)"
    let types = key.types.map(\.rawValue)
    // A statement can wait for a lock while it is prepared, too.
    _ = try unsafe adopt(
      watches
        ? resultOfSent(PQsendPrepare(handle, name, key.sql, Int32(types.count), types))
        : PQprepare(handle, name, key.sql, Int32(types.count), types)
    )
    statements[key] = name
    return name
  }

  private func run(_ name: String, _ parameters: [PostgresParameter]) throws(PostgresError) -> PostgresResult {
    // The values stand one after the other, with a byte at the end so that the last may be empty.
    var bytes: [UInt8] = []
    for parameter in parameters { bytes += parameter.bytes ?? [] }
    bytes.append(0)
    let lengths = parameters.map { Int32($0.bytes?.count ?? 0) }
    let isBinary = [Int32](repeating: 1, count: parameters.count)
    let result = unsafe bytes.withUnsafeBytes { bytes in
      var offset = 0
      let values = unsafe parameters.map { parameter -> UnsafePointer<CChar>? in
        guard let value = parameter.bytes else { return nil }
        defer { offset += value.count }
        return unsafe bytes.baseAddress.map { unsafe ($0 + offset).assumingMemoryBound(to: CChar.self) }
      }
      let count = unsafe Int32(values.count)
      return unsafe watches
        ? resultOfSent(PQsendQueryPrepared(handle, name, count, values, lengths, isBinary, 1))
        : PQexecPrepared(handle, name, count, values, lengths, isBinary, 1)
    }
    return try unsafe adopt(result)
  }
}

// MARK: Waiting

extension PostgresConnection {
  /// The result of a statement that was sent, once it is there; nil when it could not be sent.
  private func resultOfSent(_ isSent: Int32) -> OpaquePointer? {
    guard isSent == 1 else { return nil }
    var isWanted = true
    while unsafe PQisBusy(handle) == 1 {
      if !wait(for: POLLIN, milliseconds: Limits.millisecondsBetweenLooks), isWanted, isStillWanted?() == false {
        isWanted = false
        giveUp()
      }
      guard unsafe PQconsumeInput(handle) == 1 else { break }
    }
    let result = unsafe PQgetResult(handle)
    drain()
    return unsafe result
  }

  /// Waits until the connection is ready for `events`, while there is no other work; false when the time is over.
  private func wait(for events: Int32, milliseconds: Int) -> Bool {
    while let meanwhile, !isReady(for: events, milliseconds: 0), meanwhile() {}
    return isReady(for: events, milliseconds: milliseconds)
  }

  private func isReady(for events: Int32, milliseconds: Int) -> Bool {
    var descriptor = unsafe pollfd(fd: PQsocket(handle), events: Int16(events), revents: 0)
    guard descriptor.fd >= 0 else { return true }
    return unsafe poll(&descriptor, 1, Int32(milliseconds)) > 0
  }

  /// Tells the server to give the running statement up.
  private func giveUp() {
    guard let cancel = unsafe PQgetCancel(handle) else { return }
    // When the server cannot be told, the statement goes on to its end, as it would have.
    var complaint = [CChar](repeating: 0, count: 256)
    _ = unsafe PQcancel(cancel, &complaint, Int32(complaint.count))
    unsafe PQfreeCancel(cancel)
  }
}

// MARK: Copy

extension PostgresConnection {
  /// Runs a `copy … from stdin (format binary)` whose rows `body` writes, and returns how many there were.
  ///
  /// When `body` throws, the copy ends without a row.
  public func copyIn(
    _ sql: String,
    _ body: (inout CopyWriter) throws(PostgresError) -> Void
  ) throws(PostgresError) -> Int {
    _ = try unsafe adopt(PQexec(handle, sql), isCopy: true)
    // The connection is left when the server cannot follow, and other work is done.
    unsafe PQsetnonblocking(handle, 1)
    defer { unsafe PQsetnonblocking(handle, 0) }
    var writer = CopyWriter(connection: self)
    do {
      try body(&writer)
      try writer.finish()
      try sendAll()
    } catch {
      unsafe PQputCopyEnd(handle, "the rows could not be made")
      drain()
      throw error
    }
    return try unsafe adopt(resultOfSent(PQputCopyEnd(handle, nil))).affectedRows
  }

  /// Sends a piece of a copy once the one before is on its way.
  func put(_ piece: Span<UInt8>) throws(PostgresError) {
    try sendAll()
    let status = unsafe piece.withUnsafeBytes { bytes in
      unsafe PQputCopyData(handle, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count))
    }
    guard status == 1 else { throw unsafe PostgresError(.connectionLost, of: handle) }
  }

  private func sendAll() throws(PostgresError) {
    while true {
      let status = unsafe PQflush(handle)
      if status == 0 { return }
      _ = wait(for: POLLIN | POLLOUT, milliseconds: Limits.millisecondsBetweenLooks)
      guard status == 1, unsafe PQconsumeInput(handle) == 1 else {
        throw unsafe PostgresError(.connectionLost, of: handle)
      }
    }
  }
}

// MARK: Notifications

extension PostgresConnection {
  /// The notifications that have come in since the last call, without waiting.
  public func notifications() throws(PostgresError) -> [PostgresNotification] {
    // A server that ends a session first says so: only the read after that one finds the connection closed.
    repeat {
      guard unsafe PQconsumeInput(handle) == 1, backendIsAlive else {
        throw unsafe PostgresError(.connectionLost, of: handle)
      }
    } while waitForInput(milliseconds: 0)
    var notifications: [PostgresNotification] = []
    while let notification = unsafe PQnotifies(handle) {
      unsafe notifications.append(
        PostgresNotification(
          channel: String(cString: notification.pointee.relname),
          payload: String(cString: notification.pointee.extra),
          processID: notification.pointee.be_pid
        )
      )
      unsafe PQfreemem(notification)
    }
    return notifications
  }

  /// Waits until the server has sent something or the connection is broken, and returns whether that came to pass.
  ///
  /// Notifications that came in with the answer to a statement are not waited for: ask `notifications()` first.
  public func waitForInput(milliseconds: Int) -> Bool {
    isReady(for: POLLIN, milliseconds: milliseconds)
  }
}

// MARK: Results and connecting

extension PostgresConnection {
  /// Takes over what libpq returned, and throws what it says when the statement failed or was of another kind.
  private func adopt(_ result: OpaquePointer?, isCopy: Bool = false) throws(PostgresError) -> PostgresResult {
    guard let result = unsafe result else {
      throw unsafe PostgresError(backendIsAlive ? .queryFailed : .connectionLost, of: handle)
    }
    let adopted = unsafe PostgresResult(adopting: result)
    try check(adopted, isCopy: isCopy)
    return adopted
  }

  private func check(_ result: borrowing PostgresResult, isCopy: Bool) throws(PostgresError) {
    let status = result.status
    switch status {
    case PGRES_COPY_IN where isCopy:
      return
    case PGRES_COMMAND_OK where !isCopy, PGRES_TUPLES_OK where !isCopy, PGRES_EMPTY_QUERY where !isCopy:
      return
    case PGRES_FATAL_ERROR, PGRES_BAD_RESPONSE:
      throw unsafe result.error(on: handle)
    default:
      drain(after: status)
      throw PostgresError(.queryFailed, message: isCopy ? "not a copy from stdin" : "a copy needs copyIn")
    }
  }

  /// Reads until libpq has nothing more of the running statement, and ends a copy that nobody serves.
  private func drain(after status: ExecStatusType = PGRES_COMMAND_OK) {
    var status = status
    while true {
      if status == PGRES_COPY_IN { unsafe PQputCopyEnd(handle, "no rows were expected here") }
      if status == PGRES_COPY_OUT { dropCopiedRows() }
      guard let result = unsafe PQgetResult(handle) else { return }
      status = unsafe PostgresResult(adopting: result).status
    }
  }

  private func dropCopiedRows() {
    var row: UnsafeMutablePointer<CChar>?
    while unsafe PQgetCopyData(handle, &row, 0) > 0 { unsafe PQfreemem(row) }
  }

  private static func connect(_ conninfo: String) throws(PostgresError) -> OpaquePointer {
    let handle = unsafe withParameters(conninfo) { unsafe PQconnectdbParams($0, $1, $2) }
    guard let handle = unsafe handle else {
      throw PostgresError(.connectFailed, message: "no memory for a connection")
    }
    guard unsafe PQstatus(handle) == CONNECTION_OK else {
      let error = unsafe PostgresError(.connectFailed, of: handle)
      unsafe PQfinish(handle)
      throw error
    }
    // Notices are for people at psql. libpq would print them on stderr.
    unsafe PQsetNoticeProcessor(handle, { _, _ in }, nil)
    return unsafe handle
  }

  /// Calls `body` with the names and values of what a connection is made by, and with 1: the name of the database is
  /// taken apart where it is a conninfo.
  private static func withParameters<Value>(_ conninfo: String, _ body: Maker<Value>) -> Value {
    // What stands before `dbname` yields to what the text in `dbname` says.
    let parameters = defaults + [("dbname", conninfo), ("client_encoding", "UTF8")]
    return unsafe CStringArray(parameters.map(\.0)).withConstantPointers { names in
      unsafe CStringArray(parameters.map(\.1)).withConstantPointers { values in unsafe body(names, values, 1) }
    }
  }

  private typealias Maker<Value> = (
    UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<UnsafePointer<CChar>?>?, Int32
  ) -> Value

  /// How long a connection waits before it calls a server dead, where the conninfo does not say it.
  private static var defaults: [(String, String)] {
    let timeouts = [
      ("keepalives_idle", "30"), ("keepalives_interval", "10"), ("keepalives_count", "3"),
      ("tcp_user_timeout", "30000"), ("fallback_application_name", "faregrid"),
    ]
    return unsafe getenv("PGCONNECT_TIMEOUT") == nil ? timeouts + [("connect_timeout", "5")] : timeouts
  }

  private func applySettings() throws(PostgresError) {
    let session = [
      ("TimeZone", "UTC"), ("standard_conforming_strings", "on"), ("client_min_messages", "warning"),
      // Compiling costs more than our short statements do.
      ("jit", "off"),
    ]
    let all = session + settings
    let calls = all.indices.map { "set_config($\(2 * $0 + 1), $\(2 * $0 + 2), false)" }
    let sql = "select " + calls.joined(separator: ", ")
    _ = try query(sql, all.flatMap { (name, value) in [.text(name), .text(value)] })
    do {
      // Servers before 14, and those on some systems, cannot look after their clients. They serve all the same.
      try execute("set client_connection_check_interval = '1s'")
    } catch let error where error.code == .queryFailed {}
  }
}
