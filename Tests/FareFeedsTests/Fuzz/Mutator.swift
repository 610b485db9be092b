import Support

/// Makes bad files of good ones, as a seed gives them.
struct Mutator {
  var random: SeededGenerator

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  /// Some bytes with one to five changes. `others` are what pieces may be taken from.
  mutating func mutate(_ bytes: [UInt8], with others: [[UInt8]]) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<min(Int.random(in: 1...5, using: &random), Int.random(in: 1...5, using: &random)) {
      change(&bytes, others)
    }
    return bytes
  }

  private mutating func change(_ bytes: inout [UInt8], _ others: [[UInt8]]) {
    let piece = piece(of: bytes)
    switch Int.random(in: 0..<14, using: &random) {
    case 0: bytes.replaceSubrange(piece, with: CollectionOfOne(UInt8.random(in: 0...255, using: &random)))
    case 1: bytes.removeSubrange(piece)
    case 2: bytes.insert(contentsOf: bytes[piece], at: place(in: bytes))
    case 3: bytes.removeSubrange(place(in: bytes)...)
    case 4, 5: bytes.insert(contentsOf: Self.words.randomElement(using: &random) ?? [], at: place(in: bytes))
    case 6: replaceNumber(in: &bytes)
    case 7: swapMark(in: &bytes)
    case 8...11: replaceValue(in: &bytes)
    case 12:
      guard let other = others.randomElement(using: &random) else { return }
      bytes.insert(contentsOf: other[self.piece(of: other)], at: place(in: bytes))
    default:
      guard !bytes.isEmpty else { return }
      bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    }
  }

  /// Puts a number that is hard to hold in the place of a number.
  private mutating func replaceNumber(in bytes: inout [UInt8]) {
    let isDigit = { (byte: UInt8) in UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
    guard let begin = bytes[place(in: bytes)...].firstIndex(where: isDigit) else { return }
    let end = bytes[begin...].firstIndex { !isDigit($0) } ?? bytes.count
    bytes.replaceSubrange(begin..<end, with: Self.numbers.randomElement(using: &random) ?? [])
  }

  /// Puts another value in the place of one, so that what stands around it can still be read.
  private mutating func replaceValue(in bytes: inout [UInt8]) {
    let place = place(in: bytes)
    let begin = bytes[..<place].lastIndex(where: Self.ends.contains).map { $0 + 1 } ?? 0
    let end = bytes[place...].firstIndex(where: Self.ends.contains) ?? bytes.count
    let value = Bool.random(using: &random) ? Self.values : Self.numbers
    bytes.replaceSubrange(begin..<end, with: value.randomElement(using: &random) ?? [])
  }

  /// Puts a mark that means something in the place of another.
  private mutating func swapMark(in bytes: inout [UInt8]) {
    guard let place = bytes[place(in: bytes)...].firstIndex(where: Self.marks.contains) else { return }
    bytes[place] = Self.marks.randomElement(using: &random) ?? 0
  }

  private mutating func place(in bytes: [UInt8]) -> Int {
    Int.random(in: 0...bytes.count, using: &random)
  }

  /// A short piece, and now and then a long one.
  private mutating func piece(of bytes: [UInt8]) -> Range<Int> {
    let begin = place(in: bytes)
    let longest = Int.random(in: 0..<8, using: &random) == 0 ? 4000 : 24
    return begin..<min(bytes.count, begin + Int.random(in: 0...longest, using: &random))
  }

  private static let ends = Array("\",;:\n[]{}|".utf8)

  private static let values = [
    "", " ", "LIS", "XXX", "lis", "city", "2026-09-03", "2026-02-30", "0000-00-00", "9999-12-31",
    "2026-08-01T06:00:00Z",
    "2026-08-01T06:00:00+14:00", "24:00", "23:59:60", "00:00", "PT99999999H", "PT3H", "99h 99m", "true", "null", "NA",
    "JPY",
    "KWD", "12.5", "1,000.00", "1.000,00", "-0", "0.00", "1000000000000.01", "SK1+SK2+SK3", "+", "++", "a+", "é",
    "\u{202E}",
    "1 stop", "99 stops", "12 stops via LHR", "business", "OSL → LHR → FCO", "day", "itinerary",
  ].map { Array($0.utf8) }

  private static let marks = Array("\"',;:{}[]<>/\\|+-.=\n\r\t \u{0}".utf8)

  private static let numbers = [
    "0", "-1", "00", "9", "13", "32", "60", "99", "366", "127", "128", "255", "32768", "65536", "2147483647",
    "2147483648",
    "-2147483648", "4294967296", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
    "99999999999999999999999999", "1e9", "1E-9", "0.000000000001", "1e999", "nan", "inf", "0x10", "１２", "١٢",
  ].map { Array($0.utf8) }

  private static let words: [[UInt8]] =
    [
      "null", "true", "{}", "[]", "[[[[[[[[", "{\"a\":", "\"\"", "\"", "\\u0000", "\\ud800", "\\", "\r\n", "\n\n", "\r",
      ",", ",,,,,,,,,,,,", "2026-02-30", "0000-00-00", "9999-12-31", "24:00", "23:59:60", "+99:99", "PT99999999H", "€",
      "NA", "\u{FEFF}", "é", "e\u{301}", "𝕏", "İ", "ﬁ", "ß", "\u{2028}", "<Cube time=''>", "&amp;",
      "origin,destination",
    ].map { Array($0.utf8) } + [
      [0], [0xFF], [0xFE, 0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82],
      [0x1F, 0x8B, 8, 0], [0x28, 0xB5, 0x2F, 0xFD],
    ]
}
