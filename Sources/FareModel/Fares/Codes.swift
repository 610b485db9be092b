/// A three-letter code, packed so that codes order as their letters do.
public protocol ThreeLetterCode: RawRepresentable, Hashable, Comparable, Sendable, BitwiseCopyable,
  CustomStringConvertible
where RawValue == UInt32 {
  /// Creates a code from its packed letters.
  init(rawValue: UInt32)
}

extension ThreeLetterCode {
  /// Parses three ASCII letters of either case. Returns nil for everything else.
  ///
  /// - Complexity: O(1), without allocating.
  @inlinable
  public init?(ascii utf8: Span<UInt8>) {
    guard utf8.count == 3 else { return nil }
    var packed: UInt32 = 0
    for i in 0..<3 {
      let upper = utf8[i] & 0xDF
      guard utf8[i] < 0x80, UInt8(ascii: "A")...UInt8(ascii: "Z") ~= upper else { return nil }
      packed = packed << 8 | UInt32(upper)
    }
    self.init(rawValue: packed)
  }

  /// Parses three ASCII letters of either case, as ``init(ascii:)`` does.
  public init?(_ text: String) {
    self.init(ascii: text.utf8Span.span)
  }

  /// The three letters as ASCII bytes.
  @inlinable
  public var letters: (UInt8, UInt8, UInt8) {
    (
      UInt8(truncatingIfNeeded: rawValue >> 16), UInt8(truncatingIfNeeded: rawValue >> 8),
      UInt8(truncatingIfNeeded: rawValue)
    )
  }

  /// The three letters, in upper case.
  public var description: String {
    let (first, second, third) = letters
    return String(decoding: [first, second, third], as: UTF8.self)
  }

  /// Orders codes as their letters.
  @inlinable
  public static func < (left: Self, right: Self) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// An IATA code of an airport or a metropolitan area, such as `LHR` or `LON`.
public struct PlaceCode: ThreeLetterCode {
  /// The letters, the first in the highest of three bytes.
  public var rawValue: UInt32

  /// Creates a code from its packed letters.
  @inlinable
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }
}

/// An ISO 4217 currency code, such as `EUR`.
public struct CurrencyCode: ThreeLetterCode {
  /// The letters, the first in the highest of three bytes.
  public var rawValue: UInt32

  /// Creates a code from its packed letters.
  @inlinable
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }
}

/// What a question names as origin or destination: a code, or with `city:` a code meant as a city.
public struct PlaceReference: Hashable, Sendable, CustomStringConvertible {
  /// The code that was named.
  public var code: PlaceCode

  /// Whether the question said `city:`, which asks for the city and all its airports.
  public var isCity: Bool

  /// Creates a reference.
  public init(code: PlaceCode, isCity: Bool = false) {
    self.code = code
    self.isCity = isCity
  }

  /// Parses `LHR`, `lon` or `city:DXB`. Returns nil for everything else.
  public init?(_ text: String) {
    let prefix = "city:"
    let isCity = text.lowercased().hasPrefix(prefix)
    guard let code = PlaceCode(isCity ? String(text.dropFirst(prefix.utf8.count)) : text) else { return nil }
    self.init(code: code, isCity: isCity)
  }

  /// The reference as a question would write it.
  public var description: String {
    isCity ? "city:\(code)" : "\(code)"
  }
}
