/// Addresses of databases, as libpq takes them: URLs or `key=value` texts.
public enum PostgresURL {
  /// The address with a search path that finds the tables of `schema`, unless it sets options of its own.
  public static func withSearchPath(_ address: String, schema: String) -> String {
    let isURL = address.hasPrefix("postgresql://") || address.hasPrefix("postgres://")
    guard !address.contains("options=") else { return address }
    let path = PostgresConnection.quoted(identifier: schema)
    guard isURL else {
      // Within a quoted value, and within options, a backslash keeps the next character.
      let options = "-csearch_path=" + escaped(path, [" ", "\\"])
      return address + " options='" + escaped(options, ["'", "\\"]) + "'"
    }
    let options = percentEncoded("-csearch_path=" + escaped(path, [" ", "\\"]))
    return address + (address.contains("?") ? "&" : "?") + "options=" + options
  }

  /// `text` as a part of a URL. Slashes may stand in libpq's, and are easier to read so.
  static func percentEncoded(_ text: String) -> String {
    let plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/"
    return text.utf8.reduce(into: "") { url, byte in
      let scalar = Character(Unicode.Scalar(byte))
      let hexadecimal = String(byte, radix: 16, uppercase: true)
      url += plain.contains(scalar) ? String(scalar) : "%" + (byte < 16 ? "0" : "") + hexadecimal
    }
  }

  private static func escaped(_ text: String, _ special: Set<Character>) -> String {
    text.reduce(into: "") { escaped, character in
      escaped += special.contains(character) ? "\\\(character)" : String(character)
    }
  }
}
