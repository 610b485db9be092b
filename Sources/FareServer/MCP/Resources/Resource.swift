import FareModel

/// What a client can read by its address: the answer of a tool.
struct Resource {
  /// The part of the address that is the same for all.
  static let scheme = "faregrid://"

  /// The address, or the template of addresses, behind the scheme: `calendar/{origin}/{destination}/{month}`.
  var path: String
  /// The name.
  var name: String
  /// A title for people.
  var title: String
  /// What it holds.
  var meaning: String
  /// The tool that answers.
  var tool: Method.Name

  /// Every resource.
  static let all = [
    Resource(
      path: "status",
      name: "status",
      title: "What is loaded",
      meaning: "What the store holds, by source, and how old it is. Read it to judge how far answers can be trusted.",
      tool: .status
    ),
    Resource(
      path: "routes",
      name: "routes",
      title: "Routes with fares",
      meaning: """
        The first routes that have fares, with their days; total says how many there are in all, and the tool routes \
        lists the rest by offset.
        """,
      tool: .routes
    ),
    Resource(
      path: "routes/{origin}",
      name: "routes_from",
      title: "Routes from a place",
      meaning: """
        The first routes from a place that have fares; total and the tool routes as with all routes. origin is a code: \
        LHR, or city:LON.
        """,
      tool: .routes
    ),
    Resource(
      path: "calendar/{origin}/{destination}/{month}",
      name: "calendar",
      title: "Price calendar of a month",
      meaning: "The price and band of every day of a month on a route. Codes as LHR or city:LON, the month as YYYY-MM.",
      tool: .calendar
    ),
  ]

  /// Whether the path has parts that a client fills in.
  var isTemplate: Bool { path.contains("{") }

  /// The values that an address gives to the parts of the path; nil when it is the address of something else.
  func arguments(in address: String) -> [(name: String, value: ArgumentValue)]? {
    guard address.hasPrefix(Self.scheme) else { return nil }
    let given = Self.parts(address.dropFirst(Self.scheme.utf8.count))
    let wanted = Self.parts(path[...])
    guard given.count == wanted.count else { return nil }
    var arguments: [(name: String, value: ArgumentValue)] = []
    for (want, value) in zip(wanted, given) {
      if want.hasPrefix("{") {
        guard let value = Self.decoded(value) else { return nil }
        arguments.append((String(want.dropFirst().dropLast()), .text(value)))
      } else if want != value {
        return nil
      }
    }
    return arguments
  }

  private static func parts(_ path: Substring) -> [Substring] {
    path.split(separator: "/", omittingEmptySubsequences: false)
  }

  /// A part of an address without its percent encoding: clients that fill in templates write `city%3ALON`.
  private static func decoded(_ part: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = part.utf8
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = rest.prefix(2)
      guard digits.count == 2, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
        let value = UInt8(String(digits) ?? "", radix: 16)
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
