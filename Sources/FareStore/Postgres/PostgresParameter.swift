public import FareModel

/// A value for a `$n` of a statement, in PostgreSQL's binary form.
///
/// A nil value is a null of the type that the factory names.
public struct PostgresParameter: Hashable, Sendable {
  /// The type of the value.
  var type: PostgresType
  /// The value in binary form; nil is null.
  var bytes: [UInt8]?

  private init(_ type: PostgresType, _ bytes: [UInt8]?) {
    self.type = type
    self.bytes = bytes
  }
}

extension PostgresParameter {
  /// A null of a type.
  public static func null(_ type: PostgresType) -> Self {
    Self(type, nil)
  }

  /// A `text`.
  public static func text(_ value: String?) -> Self {
    Self(.text, value.map { Array($0.utf8) })
  }

  /// A `bytea`.
  public static func bytes(_ value: [UInt8]?) -> Self {
    Self(.bytes, value)
  }

  /// A `boolean`.
  public static func bool(_ value: Bool?) -> Self {
    Self(.bool, value.map { [$0 ? 1 : 0] })
  }

  /// A `smallint`.
  public static func int2(_ value: Int16?) -> Self {
    Self(.int2, value.map(bigEndian))
  }

  /// An `integer`.
  public static func int4(_ value: Int32?) -> Self {
    Self(.int4, value.map(bigEndian))
  }

  /// A `bigint`.
  public static func int8(_ value: Int64?) -> Self {
    Self(.int8, value.map(bigEndian))
  }

  /// A `date`.
  public static func date(_ value: Day?) -> Self {
    Self(.date, value.map { bigEndian(PostgresTime.wire($0)) })
  }

  /// A `timestamptz`.
  public static func timestamp(_ value: Instant?) -> Self {
    Self(.timestamp, value.map { bigEndian(PostgresTime.wire($0)) })
  }
}

extension PostgresParameter {
  /// A `text[]`.
  public static func textArray(_ values: [String]) -> Self {
    array(.textArray, of: .text, values.map { Array($0.utf8) })
  }

  /// A `smallint[]`.
  public static func int2Array(_ values: [Int16]) -> Self {
    array(.int2Array, of: .int2, values.map(bigEndian))
  }

  /// An `integer[]`.
  public static func int4Array(_ values: [Int32]) -> Self {
    array(.int4Array, of: .int4, values.map(bigEndian))
  }

  /// A `bigint[]`.
  public static func int8Array(_ values: [Int64]) -> Self {
    array(.int8Array, of: .int8, values.map(bigEndian))
  }

  /// A `date[]`.
  public static func dateArray(_ values: [Day]) -> Self {
    array(.dateArray, of: .date, values.map { bigEndian(PostgresTime.wire($0)) })
  }

  /// A `timestamptz[]`.
  public static func timestampArray(_ values: [Instant]) -> Self {
    array(.timestampArray, of: .timestamp, values.map { bigEndian(PostgresTime.wire($0)) })
  }

  private static func array(_ type: PostgresType, of element: PostgresType, _ values: [[UInt8]]) -> Self {
    let dimensions: Int32 = values.isEmpty ? 0 : 1
    let withoutNulls: Int32 = 0
    var bytes = bigEndian(dimensions) + bigEndian(withoutNulls) + bigEndian(element.rawValue)
    if !values.isEmpty {
      let lowerBound: Int32 = 1
      bytes += bigEndian(Int32(values.count)) + bigEndian(lowerBound)
    }
    for value in values {
      bytes += bigEndian(Int32(value.count))
      bytes += value
    }
    return Self(type, bytes)
  }

  private static func bigEndian<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
    stride(from: Value.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
