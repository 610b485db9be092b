import FareModel

extension TimeZoneRules {
  /// Reads a TZif file of version 2 or later (RFC 9636); nil when `bytes` is none, or is cut short.
  convenience init?(tzif bytes: Span<UInt8>) {
    guard let first = TZifHeader(bytes, at: 0), first.version >= 2 else { return nil }
    let start = TZifHeader.size + first.blockSize(timeSize: 4)
    guard let header = TZifHeader(bytes, at: start), header.typeCount > 0 else { return nil }
    let times = start + TZifHeader.size
    let indices = times + header.timeCount * 8
    let types = indices + header.timeCount
    let footer = times + header.blockSize(timeSize: 8)
    guard footer < bytes.count, bytes[footer] == UInt8(ascii: "\n") else { return nil }

    let typeOffsets = (0..<header.typeCount).map {
      Int32(truncatingIfNeeded: bigEndian(bytes, at: types + $0 * 6, size: 4))
    }
    var offsets: [Int32] = []
    for i in 0..<header.timeCount {
      let type = Int(bytes[indices + i])
      guard type < typeOffsets.count else { return nil }
      offsets.append(typeOffsets[type])
    }
    self.init(
      transitions: (0..<header.timeCount).map { bigEndian(bytes, at: times + $0 * 8, size: 8) },
      offsets: offsets,
      firstOffset: typeOffsets[0],
      rule: PosixZone(Self.line(bytes, from: footer + 1))
    )
  }

  private static func line(_ bytes: Span<UInt8>, from start: Int) -> String {
    var line: [UInt8] = []
    for i in start..<bytes.count {
      if bytes[i] == UInt8(ascii: "\n") { break }
      line.append(bytes[i])
    }
    return String(decoding: line, as: UTF8.self)
  }
}

/// The header of a data block of a TZif file.
private struct TZifHeader {
  static let size = 44

  var version: Int
  var utcIndicatorCount: Int
  var standardIndicatorCount: Int
  var leapCount: Int
  var timeCount: Int
  var typeCount: Int
  var designationSize: Int

  /// Reads the header at `start`; nil when there is none, or a count in it is larger than the file.
  init?(_ bytes: Span<UInt8>, at start: Int) {
    let magic = Array("TZif".utf8)
    guard start + Self.size <= bytes.count, magic.indices.allSatisfy({ bytes[start + $0] == magic[$0] }) else {
      return nil
    }
    let digit = bytes[start + 4]
    version = digit == 0 ? 1 : Int(digit &- UInt8(ascii: "0"))
    let counts = (0..<6).map { Int(bigEndian(bytes, at: start + 20 + $0 * 4, size: 4)) }
    guard counts.allSatisfy({ (0...bytes.count).contains($0) }) else { return nil }
    utcIndicatorCount = counts[0]
    standardIndicatorCount = counts[1]
    leapCount = counts[2]
    timeCount = counts[3]
    typeCount = counts[4]
    designationSize = counts[5]
  }

  /// The size of the data that follows, whose times have `timeSize` bytes.
  func blockSize(timeSize: Int) -> Int {
    timeCount * (timeSize + 1) + typeCount * 6 + designationSize + leapCount * (timeSize + 4)
      + standardIndicatorCount + utcIndicatorCount
  }
}

/// The signed number that `size` bytes form, the highest first.
private func bigEndian(_ bytes: Span<UInt8>, at start: Int, size: Int) -> Int64 {
  var value: Int64 = 0
  for i in start..<start + size { value = value << 8 | Int64(bytes[i]) }
  return value
}
