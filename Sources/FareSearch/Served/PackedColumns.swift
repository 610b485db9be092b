/// Columns of whole numbers that may be missing, each as narrow as its values allow.
///
/// A number is held as its distance from one less than the least of its column, and a missing one as 0, in as many of 1,
/// 2, 4 or 8 bytes as the greatest distance needs. A column whose values are all the same takes no bytes at all.
struct PackedColumns {
  private struct Column {
    var least: Int64
    var start: Int32
    var width: Int8
    var isMissing: Bool  // Of a column without bytes.
  }

  private var columns: [Column] = []
  private var bytes: [UInt8] = []

  /// What the columns take in memory, in bytes.
  var byteCount: Int { columns.count * MemoryLayout<Column>.stride + bytes.count + 64 }

  /// Adds a column. All have the same number of values.
  ///
  /// - Precondition: Its values span less than 2⁶³.
  mutating func append(_ values: some Collection<Int64?>) {
    let present = values.lazy.compactMap { $0 }
    let least = present.min() ?? 0
    let greatest = present.max() ?? 0
    let isSame = values.isEmpty || values.allSatisfy { $0 == values.first }
    let width = isSame ? 0 : Self.width(of: UInt64(greatest - least) + 1)
    columns.append(
      Column(least: least, start: Int32(bytes.count), width: Int8(width), isMissing: values.first == .some(nil))
    )
    guard width > 0 else { return }
    for value in values {
      let code = value.map { UInt64($0 - least) + 1 } ?? 0
      for byte in 0..<width { bytes.append(UInt8(truncatingIfNeeded: code >> (8 * UInt64(byte)))) }
    }
  }

  /// Gives back memory that was reserved and not used.
  mutating func finish() {
    columns = columns.fitted
    bytes = bytes.fitted
  }

  /// The value of a row in a column; nil when it is missing.
  func value(_ column: Int, _ row: Int) -> Int64? {
    let column = columns[column]
    let width = Int(column.width)
    if width == 0 { return column.isMissing ? nil : column.least }
    let start = Int(column.start) + row * width
    var code: UInt64 = 0
    for byte in stride(from: width - 1, through: 0, by: -1) { code = code << 8 | UInt64(bytes[start + byte]) }
    return code == 0 ? nil : column.least + Int64(code - 1)
  }

  private static func width(of greatest: UInt64) -> Int {
    switch greatest {
    case ...0xFF: 1
    case ...0xFFFF: 2
    case ...0xFFFF_FFFF: 4
    default: 8
    }
  }
}

extension Array {
  /// The same elements in memory of just their size.
  fileprivate var fitted: Self {
    var copy: Self = []
    copy.reserveCapacity(count)
    copy.append(contentsOf: self)
    return copy
  }
}
