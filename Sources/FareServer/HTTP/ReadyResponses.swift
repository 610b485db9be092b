import FareSearch

/// Responses with kept results, each for as long as the result says the same.
struct ReadyResponses {
  fileprivate struct Entry {
    /// What the responses were made of, and the instant that it was as at then.
    let kept: KeptResult
    let version: Int
    let reply: Reply
    var plain: Response?
    var compressed: Response?
    var notModified: Response?
  }

  /// Responses are forgotten, all at once, when they come to so many bytes: they are made again in microseconds.
  private static let mostBytes = 32 << 20

  private var entries: [[UInt8]: Entry] = [:]
  private var bytes = 0

  /// The response to an address with a kept result, as the client wishes it.
  mutating func response(
    with kept: KeptResult,
    at address: [UInt8],
    _ wishes: Wishes,
    _ site: SiteHeaders
  ) -> Response {
    if let entry = entries[address], entry.kept === kept, entry.version == kept.version {
      if let response = entry.response(wishes) { return response }
    } else {
      note(kept)
      // The body is copied where the response is made; the reply holds the rest.
      let reply = Reply(status: .ok, type: .json, tag: EntityTag.of(answer: kept.bytes))
      entries[address] = Entry(kept: kept, version: kept.version, reply: reply)
    }
    return entries[address, default: Entry(kept: kept, version: kept.version, reply: .result([]))].made(wishes, site)
  }

  private mutating func note(_ kept: KeptResult) {
    bytes += 2 * kept.bytes.count
    guard bytes > Self.mostBytes else { return }
    entries.removeAll(keepingCapacity: true)
    bytes = 2 * kept.bytes.count
  }
}

extension ReadyResponses.Entry {
  /// The response that was made for such wishes.
  fileprivate func response(_ wishes: Wishes) -> Response? {
    if wishes.hasCurrent(reply.tag) { return notModified }
    return wishes.takesGzip ? compressed : plain
  }

  /// Makes the response for some wishes.
  fileprivate mutating func made(_ wishes: Wishes, _ site: SiteHeaders) -> Response {
    if wishes.hasCurrent(reply.tag) {
      let response = Response(reply.unmodified, compresses: false, site: site)
      notModified = response
      return response
    }
    let gzip = wishes.takesGzip ? GzipEncoder.compressed(kept.bytes) : nil
    let response =
      if let gzip {
        Response(reply, body: gzip.span, isCompressed: true, site: site)
      } else {
        Response(reply, body: kept.bytes, isCompressed: false, site: site)
      }
    if wishes.takesGzip { compressed = response } else { plain = response }
    return response
  }
}
