/// A PostgreSQL type, by the number that the server gives it.
public struct PostgresType: RawRepresentable, Hashable, Sendable {
  /// The object identifier in `pg_type`. Those of the built-in types never change.
  public var rawValue: UInt32

  /// Creates a type from its object identifier.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }
}

extension PostgresType {
  /// `boolean`.
  public static let bool = Self(rawValue: 16)
  /// `bytea`.
  public static let bytes = Self(rawValue: 17)
  /// `bigint`.
  public static let int8 = Self(rawValue: 20)
  /// `smallint`.
  public static let int2 = Self(rawValue: 21)
  /// `integer`.
  public static let int4 = Self(rawValue: 23)
  /// `text`.
  public static let text = Self(rawValue: 25)
  /// `date`.
  public static let date = Self(rawValue: 1082)
  /// `timestamptz`.
  public static let timestamp = Self(rawValue: 1184)
  /// `smallint[]`.
  public static let int2Array = Self(rawValue: 1005)
  /// `integer[]`.
  public static let int4Array = Self(rawValue: 1007)
  /// `text[]`.
  public static let textArray = Self(rawValue: 1009)
  /// `bigint[]`.
  public static let int8Array = Self(rawValue: 1016)
  /// `date[]`.
  public static let dateArray = Self(rawValue: 1182)
  /// `timestamptz[]`.
  public static let timestampArray = Self(rawValue: 1185)
}
