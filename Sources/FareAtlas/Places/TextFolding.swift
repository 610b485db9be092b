/// Text as type-ahead compares it: without accents and case, its words separated by one space.
enum TextFolding {
  /// The folded text as UTF-8.
  ///
  /// Apostrophes vanish (`O'Hare` is `ohare`), every other punctuation separates words.
  static func fold(_ text: String) -> [UInt8] {
    var folded: [UInt8] = []
    var isBetweenWords = false
    for scalar in text.unicodeScalars {
      if isIgnored(scalar) { continue }
      guard scalar.properties.isAlphabetic || scalar.properties.numericType != nil else {
        isBetweenWords = true
        continue
      }
      if isBetweenWords, !folded.isEmpty { folded.append(separator) }
      isBetweenWords = false
      append(scalar, to: &folded)
    }
    return folded
  }

  /// What stands between two words.
  static let separator = UInt8(ascii: " ")

  private static func append(_ scalar: Unicode.Scalar, to folded: inout [UInt8]) {
    if scalar.isASCII {
      let byte = UInt8(truncatingIfNeeded: scalar.value)
      folded.append(UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte)
      return
    }
    for lower in scalar.properties.lowercaseMapping.unicodeScalars where !isIgnored(lower) {
      folded.append(contentsOf: (plainLetters[lower] ?? String(lower)).utf8)
    }
  }

  /// Whether the scalar is an accent of its own, or an apostrophe in one of its shapes.
  private static func isIgnored(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\u{300}"..."\u{36F}", "'", "`", "’", "‘", "ʻ", "ʼ", "ʹ", "´": true
    default: false
    }
  }

  /// The plain spelling of each accented small letter of the Latin script that names of places use.
  private static let plainLetters: [Unicode.Scalar: String] = {
    let rows = [
      ("a", "àáâãäåāăąǎǟǡǻȁȃȧạảấầẩẫậắằẳẵặ"), ("ae", "æǣǽ"), ("b", "ḃḅḇɓ"), ("c", "çćĉċčḉ"), ("d", "ďđḋḍḏḑḓɗð"),
      ("e", "èéêëēĕėęěȅȇȩəǝẹẻẽếềểễệḕḗḙḛḝ"), ("f", "ḟƒ"), ("g", "ĝğġģǥǧǵḡ"), ("h", "ĥħȟḣḥḧḩḫẖ"),
      ("i", "ìíîïĩīĭįıǐȉȋḭḯỉị"), ("ij", "ĳ"), ("j", "ĵǰ"), ("k", "ķĸǩḱḳḵƙ"), ("l", "ĺļľŀłḷḹḻḽ"), ("m", "ḿṁṃ"),
      ("n", "ñńņňŉŋǹṅṇṉṋ"), ("o", "òóôõöøōŏőơǒǫǭǿȍȏȫȭȯȱọỏốồổỗộớờởỡợṍṏṑṓ"), ("oe", "œ"), ("p", "ṕṗ"), ("q", "ʠ"),
      ("r", "ŕŗřȑȓṙṛṝṟ"), ("s", "śŝşšșṡṣṥṧṩſ"), ("ss", "ß"), ("t", "ţťŧțṫṭṯṱẗ"), ("th", "þ"),
      ("u", "ùúûüũūŭůűųưǔǖǘǚǜȕȗụủứừửữựṳṵṷṹṻ"), ("v", "ṽṿ"), ("w", "ŵẁẃẅẇẉẘ"), ("x", "ẋẍ"), ("y", "ýÿŷȳẏỳỵỷỹẙ"),
      ("z", "źżžẑẓẕƶ"),
    ]
    var letters: [Unicode.Scalar: String] = [:]
    for (plain, accented) in rows {
      for scalar in accented.unicodeScalars { letters[scalar] = plain }
    }
    return letters
  }()
}
