/// A value as it came in, before it is known to be what its parameter wants.
public enum ArgumentValue: Hashable, Sendable {
  /// A JSON string.
  case text(String)
  /// A JSON number without fraction or exponent.
  case integer(Int)
  /// A JSON boolean.
  case boolean(Bool)
  /// A JSON array of strings.
  case list([String])
  /// The text of a flag or of an address, which may stand for any of the others.
  case untyped(String)
  /// A JSON value that no parameter takes, as its text.
  case other(String)

  /// The value as an error shows it.
  public var shown: String {
    switch self {
    case .text(let text), .untyped(let text), .other(let text): text
    case .integer(let number): "\(number)"
    case .boolean(let flag): flag ? "true" : "false"
    case .list(let items): items.joined(separator: ",")
    }
  }
}

/// What is wrong with a question, in the terms of the one who asked.
public struct ArgumentError: Error, Hashable, Sendable {
  /// The kind of fault, which decides the error code.
  public enum Kind: Hashable, Sendable {
    /// The value is not what the parameter takes, or the parameter is missing or unknown.
    case badParameter
    /// The value is a well-formed code that no place has.
    case unknownPlace
    /// The question asks for more than a limit allows.
    case limitExceeded
  }

  /// The kind of fault.
  public var kind: Kind
  /// The parameter, in snake case.
  public var parameter: String
  /// The value as it came in; nil when the parameter is missing.
  public var value: ArgumentValue?
  /// What is allowed, to follow "expected".
  public var expected: String
  /// The nearest names of what was probably meant, the best first.
  public var nearest: [String]

  /// Creates an error.
  public init(
    _ kind: Kind = .badParameter,
    parameter: String,
    value: ArgumentValue?,
    expected: String,
    nearest: [String] = []
  ) {
    self.kind = kind
    self.parameter = parameter
    self.value = value
    self.expected = expected
    self.nearest = nearest
  }
}

extension ArgumentError {
  /// The error of a question as at an instant before a cut: what was known then is gone.
  public init(asOf instant: Instant, before cut: Instant) {
    self.init(
      parameter: "as_of",
      value: .text("\(instant)"),
      expected: "an instant not before \(cut), before which the log was pruned"
    )
  }
}

/// The arguments of one question, each checked against its parameter.
public struct Arguments: Sendable {
  private var values: [String: Checked] = [:]
  private var raw: [String: ArgumentValue] = [:]

  /// A value that its parameter takes.
  private enum Checked: Sendable {
    case place(PlaceReference)
    case month(Month)
    case day(Day)
    case instant(Instant)
    case time(TimeOfDay)
    case boolean(Bool)
    case integer(Int)
    case text(String)
    case list([String])
    case currency(CurrencyCode)
  }

  /// Checks `given` against the parameters of `method`.
  public init(_ given: [(name: String, value: ArgumentValue)], for method: Method) throws(ArgumentError) {
    try self.init(given, among: method.parameters)
  }

  /// Checks `given` against `parameters`.
  ///
  /// The first fault in the order of `given`, then the first missing parameter in the order of the table, is thrown.
  public init(
    _ given: [(name: String, value: ArgumentValue)],
    among parameters: [Parameter]
  ) throws(ArgumentError) {
    for (name, value) in given {
      guard let parameter = parameters.first(where: { $0.name == name }) else {
        let names = parameters.map(\.name)
        throw ArgumentError(
          parameter: name,
          value: value,
          expected: names.isEmpty ? "no parameters" : "one of " + names.joined(separator: ", "),
          nearest: NearestNames.of(name, among: names)
        )
      }
      guard raw[name] == nil else {
        throw ArgumentError(parameter: name, value: value, expected: "the parameter once")
      }
      guard let checked = Self.check(value, parameter.kind) else {
        throw ArgumentError(parameter: name, value: value, expected: parameter.expected)
      }
      values[name] = checked
      raw[name] = value
    }
    for parameter in parameters where parameter.isRequired && raw[parameter.name] == nil {
      throw ArgumentError(parameter: parameter.name, value: nil, expected: parameter.expected)
    }
  }

  /// The value as it came in, for errors found later.
  public func given(_ name: String) -> ArgumentValue? { raw[name] }

  /// A place.
  public func place(_ name: String) -> PlaceReference? {
    if case .place(let place)? = values[name] { place } else { nil }
  }

  /// A month.
  public func month(_ name: String) -> Month? {
    if case .month(let month)? = values[name] { month } else { nil }
  }

  /// A day.
  public func day(_ name: String) -> Day? {
    if case .day(let day)? = values[name] { day } else { nil }
  }

  /// An instant.
  public func instant(_ name: String) -> Instant? {
    if case .instant(let instant)? = values[name] { instant } else { nil }
  }

  /// A local time of day.
  public func time(_ name: String) -> TimeOfDay? {
    if case .time(let time)? = values[name] { time } else { nil }
  }

  /// A boolean.
  public func boolean(_ name: String) -> Bool? {
    if case .boolean(let flag)? = values[name] { flag } else { nil }
  }

  /// A whole number.
  public func integer(_ name: String) -> Int? {
    if case .integer(let number)? = values[name] { number } else { nil }
  }

  /// A text, or the word of a choice.
  public func text(_ name: String) -> String? {
    if case .text(let text)? = values[name] { text } else { nil }
  }

  /// A list.
  public func list(_ name: String) -> [String]? {
    if case .list(let items)? = values[name] { items } else { nil }
  }

  /// A currency.
  public func currency(_ name: String) -> CurrencyCode? {
    if case .currency(let code)? = values[name] { code } else { nil }
  }

  private static func check(_ value: ArgumentValue, _ kind: Parameter.Kind) -> Checked? {
    switch (kind, value) {
    case (.boolean, .boolean(let flag)): return .boolean(flag)
    case (.boolean, .untyped(let text)):
      return text == "true" ? .boolean(true) : text == "false" ? .boolean(false) : nil
    case (.integer(let range), .integer(let number)): return range.contains(number) ? .integer(number) : nil
    case (.integer(let range), .untyped(let text)):
      guard let number = Int(text), !text.hasPrefix("+"), range.contains(number) else { return nil }
      return .integer(number)
    case (.list(let item), .list(let items)): return list(items, of: item)
    case (.list(let item), .untyped(let text)):
      return list(text.split(separator: ",", omittingEmptySubsequences: false).map(String.init), of: item)
    case (.boolean, _), (.integer, _), (.list, _): return nil
    case (_, .text(let text)), (_, .untyped(let text)): return check(text: text, kind)
    default: return nil
    }
  }

  private static func check(text: String, _ kind: Parameter.Kind) -> Checked? {
    switch kind {
    case .place: PlaceReference(text).map(Checked.place)
    case .month: Month(text).map(Checked.month)
    case .day: Day(text).map(Checked.day)
    case .instant: Instant(text).map(Checked.instant)
    case .time: text.utf8.count == 5 ? TimeOfDay(text).map(Checked.time) : nil
    case .choice(let words): words.contains(text) ? .text(text) : nil
    case .currency: CurrencyCode(text).map(Checked.currency)
    case .text: text.isEmpty || text.utf8.contains(0) ? nil : .text(text)
    case .boolean, .integer, .list: nil
    }
  }

  private static func list(_ items: [String], of item: Parameter.ListItem) -> Checked? {
    guard !items.isEmpty, items.count <= Limits.longestList else { return nil }
    switch item {
    case .carrier:
      let codes = items.map { $0.uppercased() }
      return codes.allSatisfy(Self.isCarrier) ? .list(codes) : nil
    case .place:
      let codes = items.compactMap { PlaceCode($0)?.description }
      return codes.count == items.count ? .list(codes) : nil
    }
  }

  private static func isCarrier(_ code: String) -> Bool {
    code.utf8.count == 2
      && code.utf8.allSatisfy {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
      }
  }
}
