/// How a client wishes to be answered.
struct Wishes: Sendable {
  /// Whether it takes gzip.
  var takesGzip = false
  /// The tags of what it has; nil when it names none.
  var condition: String?

  /// Reads the wishes of a request.
  init(of connection: Connection) {
    takesGzip = connection.header("Accept-Encoding").map(Self.namesGzip) ?? false
    condition = connection.header("If-None-Match")
  }

  /// Whether the client has what a tag stands for.
  func hasCurrent(_ tag: String?) -> Bool {
    guard let condition, let tag else { return false }
    return EntityTag.isNamed(tag, in: condition)
  }

  /// Whether a list of encodings names gzip, and not to say that it is unwanted.
  static func namesGzip(_ list: String) -> Bool {
    list.split(separator: ",").contains { item in
      let words = item.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
      guard let name = words.first, name == "gzip" || name == "*" else { return false }
      return !words.dropFirst().contains { ["q=0", "q=0.0", "q=0.00", "q=0.000"].contains($0) }
    }
  }
}

extension Reply {
  /// The reply to a client that has the body.
  var unmodified: Reply {
    Reply(status: .notModified, tag: tag, headers: headers)
  }

  /// The response as a client wishes it.
  func response(_ wishes: Wishes, _ site: SiteHeaders) -> Response {
    wishes.hasCurrent(tag)
      ? Response(unmodified, compresses: false, site: site)
      : Response(self, compresses: wishes.takesGzip, site: site)
  }
}
