extension ArgumentError {
  /// What is wrong, in words that follow the name of the parameter and a colon: `40 is too many, at most 30`.
  ///
  /// `parameters` are those that the question could have had; they know more of what is allowed than the error does.
  public func complaint(among parameters: [Parameter]) -> String {
    let hint = nearest.isEmpty ? "" : ", did you mean \(Parameter.alternatives(nearest))?"
    switch kind {
    case .unknownPlace: return "no place has the code \(shownValue)\(hint)"
    case .limitExceeded: return "\(shownValue) asks for too much, \(expected)"
    case .badParameter:
      guard let parameter = parameters.first(where: { $0.name == parameter }) else {
        return "no such parameter\(hint)"
      }
      guard value != nil else { return "missing, expected \(expected)" }
      guard expected == parameter.expected else { return "\(shownValue) was given, expected \(expected)\(hint)" }
      return rangeComplaint(parameter.kind) ?? "\(shownValue) is not \(expected)\(hint)"
    }
  }

  private func rangeComplaint(_ kind: Parameter.Kind) -> String? {
    guard case .integer(let range) = kind, let number = value.flatMap(\.number) else { return nil }
    if number > range.upperBound { return "\(number) is too many, at most \(range.upperBound)" }
    return number < range.lowerBound ? "\(number) is too few, at least \(range.lowerBound)" : nil
  }

  private var shownValue: String {
    value.map { ShownText.bounded($0.shown) } ?? "nothing"
  }
}

extension ArgumentValue {
  /// The whole number that the value is or spells.
  fileprivate var number: Int? {
    switch self {
    case .integer(let number): number
    case .untyped(let text): Int(text)
    case .text, .boolean, .list, .other: nil
    }
  }
}

/// Text from outside as people are shown it.
public enum ShownText {
  /// The text on one line and cut to ``Limits/longestShownText`` characters, so that no input can fill a log; an empty
  /// text as two quotes.
  public static func bounded(_ text: String) -> String {
    guard !text.isEmpty else { return "\"\"" }
    let kept = text.unicodeScalars.prefix(Limits.longestShownText)
    return oneLine(String(kept)) + (kept.endIndex < text.unicodeScalars.endIndex ? "…" : "")
  }

  /// The text with a replacement character for each control character, so that no input can spoil a terminal.
  public static func oneLine(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { isShowable($0) ? $0 : "\u{FFFD}" }))
  }

  private static func isShowable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: false
    default: true
    }
  }
}
