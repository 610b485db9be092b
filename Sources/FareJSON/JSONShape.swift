/// What a JSON value may be, as far as a reader needs to know it, and how that is written as a JSON Schema.
///
/// The schemas keep to the few words that every reader of JSON Schema knows. An object has the members that are named and
/// no others.
public struct JSONShape: Sendable {
  /// A member of an object.
  public struct Member: Sendable {
    /// The name.
    public var name: String
    /// What its value may be.
    public var shape: JSONShape
    /// Whether the object may do without it.
    public var isOptional: Bool

    /// A member that is always there.
    public static func always(_ name: String, _ shape: JSONShape) -> Member {
      Member(name: name, shape: shape, isOptional: false)
    }

    /// A member that is there only when it says something.
    public static func sometimes(_ name: String, _ shape: JSONShape) -> Member {
      Member(name: name, shape: shape, isOptional: true)
    }
  }

  /// The kinds of values.
  public indirect enum Kind: Sendable {
    /// A string; one that matches the regular expression where there is one.
    case string(pattern: String?)
    /// One of some strings.
    case choice([String])
    /// A whole number; one of the range where there is one.
    case integer(ClosedRange<Int>?)
    /// Any number.
    case number
    /// `true` or `false`.
    case boolean
    /// An array whose elements are of a shape, at most so many where a bound is known.
    case list(JSONShape, most: Int?)
    /// An object with named members.
    case object([Member])
    /// What is of one of some shapes.
    case either([JSONShape])
    /// Nothing but null.
    case null
  }

  /// The kind of value.
  public var kind: Kind
  /// Whether it may be null instead.
  public var isNullable = false
  /// What it means, for people and models.
  public var meaning: String?
  /// The value that is meant when none is given, as JSON.
  public var usual: String?

  /// Creates a shape.
  public init(_ kind: Kind) {
    self.kind = kind
  }
}

extension JSONShape {
  /// Any string.
  public static let string = JSONShape(.string(pattern: nil))
  /// Any whole number.
  public static let integer = JSONShape(.integer(nil))
  /// Any number.
  public static let number = JSONShape(.number)
  /// `true` or `false`.
  public static let boolean = JSONShape(.boolean)
  /// Nothing but null.
  public static let null = JSONShape(.null)
  /// A date as `YYYY-MM-DD`.
  public static let day = JSONShape(.string(pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"))
  /// A month as `YYYY-MM`.
  public static let month = JSONShape(.string(pattern: "^[0-9]{4}-[0-9]{2}$"))
  /// An instant as `YYYY-MM-DDTHH:MM:SSZ`.
  public static let instant = JSONShape(
    .string(pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$")
  )
  /// A local date and time as `YYYY-MM-DDTHH:MM`.
  public static let localTime = JSONShape(.string(pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}$"))
  /// A decimal number as text, exact.
  public static let decimal = JSONShape(.string(pattern: "^-?[0-9]+([.][0-9]+)?$"))
  /// A code of three letters.
  public static let code = JSONShape(.string(pattern: "^[A-Z]{3}$"))

  /// One of some words.
  public static func choice(_ words: [String]) -> JSONShape { JSONShape(.choice(words)) }

  /// An array.
  public static func list(_ element: JSONShape) -> JSONShape { JSONShape(.list(element, most: nil)) }

  /// An object.
  public static func object(_ members: [Member]) -> JSONShape { JSONShape(.object(members)) }

  /// What is of one of some shapes.
  public static func either(_ shapes: [JSONShape]) -> JSONShape { JSONShape(.either(shapes)) }

  /// The same, or null.
  public var orNull: JSONShape {
    var shape = self
    shape.isNullable = true
    return shape
  }

  /// The same with words that say what it means.
  public func meaning(_ text: String) -> JSONShape {
    var shape = self
    shape.meaning = text
    return shape
  }
}

extension JSONShape {
  /// Writes the shape as a JSON Schema of 2020-12.
  public func writeSchema(into json: inout JSONWriter) {
    json.raw("{")
    if let meaning {
      json.key("description")
      json.string(meaning)
    }
    writeKind(into: &json)
    if let usual {
      json.key("default")
      json.raw(usual.utf8Span.span)
    }
    json.raw("}")
  }

  private func writeKind(into json: inout JSONWriter) {
    switch kind {
    case .string(let pattern):
      type("string", into: &json)
      if let pattern {
        json.key("pattern")
        json.string(pattern)
      }
    case .choice(let words):
      type("string", into: &json)
      json.key("enum")
      json.raw("[")
      for word in words {
        json.element()
        json.string(word)
      }
      if isNullable { json.raw(",null") }
      json.raw("]")
    case .integer(let range):
      type("integer", into: &json)
      if let range {
        json.key("minimum")
        json.integer(range.lowerBound)
        json.key("maximum")
        json.integer(range.upperBound)
      }
    case .number: type("number", into: &json)
    case .boolean: type("boolean", into: &json)
    case .list(let element, let most):
      type("array", into: &json)
      json.key("items")
      element.writeSchema(into: &json)
      if let most {
        json.key("maxItems")
        json.integer(most)
      }
    case .object(let members): write(members, into: &json)
    case .either(let shapes): write(either: shapes, into: &json)
    case .null: type("null", into: &json)
    }
  }

  private func type(_ name: String, into json: inout JSONWriter) {
    json.key("type")
    guard isNullable else { return json.string(name) }
    json.raw("[")
    json.string(name)
    json.raw(#","null"]"#)
  }

  private func write(_ members: [Member], into json: inout JSONWriter) {
    type("object", into: &json)
    json.key("properties")
    json.raw("{")
    for member in members {
      json.key(text: member.name)
      member.shape.writeSchema(into: &json)
    }
    json.raw("}")
    let required = members.filter { !$0.isOptional }
    if !required.isEmpty {
      json.key("required")
      json.raw("[")
      for member in required {
        json.element()
        json.string(member.name)
      }
      json.raw("]")
    }
    json.key("additionalProperties")
    json.boolean(false)
  }

  private func write(either shapes: [JSONShape], into json: inout JSONWriter) {
    json.key("anyOf")
    json.raw("[")
    for shape in shapes {
      json.element()
      shape.writeSchema(into: &json)
    }
    if isNullable {
      json.element()
      json.raw(#"{"type":"null"}"#)
    }
    json.raw("]")
  }
}
