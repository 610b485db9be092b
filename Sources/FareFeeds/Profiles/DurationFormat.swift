import FareModel

/// How a feed writes elapsed times.
enum DurationFormat: String, CaseIterable {
  /// Whole minutes: `155`.
  case minutes
  /// Whole seconds, of which the ones beyond a minute are dropped.
  case seconds
  /// Hours with decimals, to the nearest minute: `2.17` is 130.
  case hours
  /// Hours and minutes: `2:35`.
  case clock
  /// ISO 8601: `PT2H35M`.
  case iso8601
  /// Numbers with units: `2h 35m`, `1d 2h`, `2 hours 5 min`.
  case words

  /// The minutes; nil when the text is not of the format.
  func minutes(_ text: Span<UInt8>) -> Int? {
    switch self {
    case .minutes: FieldText.integer(text)
    case .seconds: FieldText.integer(text).map { $0 / 60 }
    case .hours: Self.decimalHours(text)
    case .clock: Self.clock(text)
    case .iso8601: ElapsedTime.minutes(text)
    case .words: Self.words(text)
    }
  }

  private static func decimalHours(_ text: Span<UInt8>) -> Int? {
    // Ten-thousandths of an hour are enough for the minute.
    guard text.count <= 12, let parts = Money.minorUnits(text, exponent: 4) else { return nil }
    return Int((parts * 60 + 5000) / 10_000)
  }

  private static func clock(_ text: Span<UInt8>) -> Int? {
    guard text.count >= 4, text[text.count - 3] == UInt8(ascii: ":"),
      let hours = number(text.extracting(0..<text.count - 3)),
      let minutes = number(text.extracting(text.count - 2..<text.count)), minutes < 60
    else { return nil }
    return hours * 60 + minutes
  }

  private static func number(_ text: Span<UInt8>) -> Int? {
    guard !text.isEmpty, FieldText.isDigit(text[0]) else { return nil }
    return FieldText.integer(text)
  }

  private static func words(_ text: Span<UInt8>) -> Int? {
    var minutes = 0
    var greatest = Int.max
    var position = 0
    while position < text.count {
      let digits = run(text, position, FieldText.isDigit)
      let space = run(text, digits, isBlank)
      let word = run(text, space, FieldText.isLetter)
      guard let number = number(text.extracting(position..<digits)),
        let unit = unit(text.extracting(space..<word)), unit < greatest
      else { return nil }
      minutes += number * unit
      greatest = unit
      position = run(text, word, isBlank)
    }
    return greatest == Int.max ? nil : minutes
  }

  /// Where the bytes from a position on that are of a kind end.
  private static func run(_ text: Span<UInt8>, _ position: Int, _ isOfKind: (UInt8) -> Bool) -> Int {
    var end = position
    while end < text.count, isOfKind(text[end]) { end += 1 }
    return end
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: ",")
  }

  /// The minutes of a unit.
  private static func unit(_ text: Span<UInt8>) -> Int? {
    for word: StaticString in ["h", "hr", "hrs", "hour", "hours"] where FieldText.isWord(text, word) { return 60 }
    for word: StaticString in ["m", "min", "mins", "minute", "minutes"] where FieldText.isWord(text, word) { return 1 }
    for word: StaticString in ["d", "day", "days"] where FieldText.isWord(text, word) { return 1440 }
    return nil
  }
}
