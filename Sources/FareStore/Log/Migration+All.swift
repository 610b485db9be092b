import CEmbedded

extension Migration {
  /// The steps of the schema, from the SQL files that the binary carries: `0001_store.sql` is step 1, named `store`.
  static let all: [Migration] = {
    var migrations: [Migration] = []
    var index = 0
    while let file = unsafe faregrid_file_at(index) {
      index += 1
      let path = unsafe String(cString: file.pointee.name)
      guard path.hasSuffix(".sql"), let name = path.dropLast(4).split(separator: "/").last,
        let version = Int(name.prefix { $0.isNumber })
      else { continue }
      let bytes = unsafe UnsafeBufferPointer(start: file.pointee.bytes, count: file.pointee.size)
      migrations.append(
        Migration(
          version: version,
          name: String(name.drop { $0.isNumber || $0 == "_" }),
          sql: unsafe String(decoding: bytes, as: UTF8.self)
        )
      )
    }
    return migrations.sorted { $0.version < $1.version }
  }()
}
