import CLibPQ

extension PostgresError {
  /// What libpq says of a connection. The text is copied, so the connection may be closed afterwards.
  init(_ code: Code, of connection: OpaquePointer) {
    let text = unsafe String(cString: PQerrorMessage(connection))
    // Lines that begin with a tab are hints to the line before.
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("\t") }
    self.init(code, message: lines.isEmpty ? "no message from the server" : lines.joined(separator: "; "))
  }

  /// What a failed result says. The text is copied, so the result may be freed afterwards.
  init(of result: OpaquePointer, on connection: OpaquePointer) {
    let sqlState = unsafe Self.field(.sqlState, of: result)
    let isLost = unsafe PQstatus(connection) != CONNECTION_OK || sqlState.map(Self.endsConnection) ?? false
    guard let primary = unsafe Self.field(.primary, of: result) else {
      // The failure is libpq's own, which leaves no fields: it lost the server, or track of what the server says. Either
      // way the connection is of no use, though its status may say so only later.
      unsafe self.init(.connectionLost, of: connection)
      return
    }
    let more = [Field.detail, .hint, .context].compactMap { unsafe Self.field($0, of: result) }
    let message = ([primary] + more).joined(separator: "; ").split(separator: "\n").joined(separator: " ")
    self.init(isLost ? .connectionLost : .queryFailed, sqlState: sqlState, message: message)
  }

  /// Whether a prepared statement failed because of the preparation: it is gone, or its tables have changed.
  var isStaleStatement: Bool {
    sqlState == "26000" || sqlState == "0A000"
  }

  /// Class 08, and the server shutting down, crashing or starting up.
  private static func endsConnection(_ sqlState: String) -> Bool {
    sqlState.hasPrefix("08") || ["57P01", "57P02", "57P03"].contains(sqlState)
  }

  // The letters of the protocol's error fields, which libpq's header names as character constants.
  private enum Field: Unicode.Scalar {
    case sqlState = "C"
    case primary = "M"
    case detail = "D"
    case hint = "H"
    case context = "W"
  }

  private static func field(_ field: Field, of result: OpaquePointer) -> String? {
    unsafe PQresultErrorField(result, Int32(field.rawValue.value)).map { unsafe String(cString: $0) }
  }
}
