import FareModel
import FareStore

/// The bytes of a result that may be given again, with the instant that it is as at.
@safe
public final class KeptResult {
  // Memory of its own stays where it is for as long as the result lives, so that many can be written by one call.
  private let storage: UnsafeMutableBufferPointer<UInt8>
  fileprivate let request: [UInt8]
  fileprivate let life: AnswerLife
  private let places: [Int]
  private var asOf: Instant
  /// How often the bytes changed: to whoever copied them, whether they still are what was copied.
  public private(set) var version = 0

  fileprivate init(_ result: Span<UInt8>, request: Span<UInt8>, _ life: AnswerLife) {
    let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: result.count)
    unsafe result.withUnsafeBufferPointer { _ = unsafe memory.initialize(fromContentsOf: $0) }
    unsafe storage = memory
    self.request = request.copied
    self.life = life
    asOf = life.from
    places = life.followsClock ? Self.places(in: result) : []
  }

  deinit {
    unsafe storage.deallocate()
  }

  /// The result object.
  public var bytes: Span<UInt8> {
    @_lifetime(borrow self)
    get {
      let span = unsafe Span(_unsafeElements: UnsafeBufferPointer(storage))
      return unsafe _overrideLifetime(span, borrowing: self)
    }
  }

  /// The result object in memory, for as long as the result lives and its batch lasts.
  @unsafe public var memory: UnsafeBufferPointer<UInt8> { unsafe UnsafeBufferPointer(storage) }

  /// What the result takes in memory, in bytes.
  fileprivate var byteCount: Int { unsafe storage.count + request.count + places.count * 8 + 256 }

  /// Whether the result answers a request as at an instant.
  fileprivate func answers(_ request: Span<UInt8>, at now: Instant) -> Bool {
    guard life.from <= now, now < life.until else { return false }
    let answered = self.request
    return request.isSame(as: answered.span)
  }

  /// Makes the result say that it is as at an instant.
  fileprivate func set(_ now: Instant) {
    guard life.followsClock, now != asOf else { return }
    asOf = now
    version += 1
    var text: InlineArray<20, UInt8> = .init(repeating: 0)
    now.write(into: &text)
    for place in places {
      for i in text.indices { unsafe storage[place + i] = text[i] }
    }
  }

  /// Where the result says what it is as at.
  ///
  /// A quotation mark within a string has a backslash before it, so the name with its own can stand in no text.
  private static func places(in result: Span<UInt8>) -> [Int] {
    let name: StaticString = #""as_of":""#
    var places: [Int] = []
    var i = 0
    while i + name.utf8CodeUnitCount + Instant.textLength <= result.count {
      if result.has(name, at: i) {
        i += name.utf8CodeUnitCount
        places.append(i)
      }
      i += 1
    }
    return places
  }
}

/// Results by the bytes of the requests that they answer.
struct KeptAnswers {
  private var results = RecentlyUsed<UInt64, KeptResult>()

  /// What the results take in memory, in bytes.
  var byteCount: Int { results.byteCount }

  /// The result that answers a request as at an instant, saying so.
  mutating func use(_ request: Span<UInt8>, at now: Instant) -> KeptResult? {
    guard let result = results.use(request.mixed), result.answers(request, at: now) else { return nil }
    result.set(now)
    return result
  }

  /// Keeps a result, if it is not too long. Of requests whose hashes are equal the last one's result is kept.
  mutating func keep(_ result: Span<UInt8>, for request: Span<UInt8>, _ life: AnswerLife) {
    guard result.count <= Limits.longestKeptAnswer, life.from < life.until else { return }
    let kept = KeptResult(result, request: request, life)
    results.insert(kept, for: request.mixed, byteCount: kept.byteCount)
  }

  /// Forgets what a commit may have made another.
  mutating func forget(_ change: StoreChange) {
    if !change.isEmpty { results.removeAll { $0.life.isEnded(by: change) } }
  }

  /// Forgets what was not used for the longest time, until the rest takes at most `limit` bytes.
  mutating func shrink(to limit: Int) {
    results.shrink(to: limit)
  }
}

extension Instant {
  /// The length of `YYYY-MM-DDTHH:MM:SSZ`.
  fileprivate static let textLength = 20

  /// Writes `YYYY-MM-DDTHH:MM:SSZ`.
  fileprivate func write(into text: inout InlineArray<20, UInt8>) {
    let day = utcDay
    let second = Int(rawValue - Int64(day.rawValue) * 86_400)
    let date = day.components
    let fields =
      [(date.year, 4, "-"), (date.month, 2, "-"), (date.day, 2, "T")]
      + [(second / 3600, 2, ":"), (second / 60 % 60, 2, ":"), (second % 60, 2, "Z")] as [(Int, Int, Unicode.Scalar)]
    var place = 0
    for (number, width, mark) in fields {
      var rest = number
      for digit in stride(from: place + width - 1, through: place, by: -1) {
        text[digit] = UInt8(ascii: "0") + UInt8(rest % 10)
        rest /= 10
      }
      text[place + width] = UInt8(ascii: mark)
      place += width + 1
    }
  }
}

extension Span<UInt8> {
  fileprivate var copied: [UInt8] {
    var copy: [UInt8] = []
    copy.reserveCapacity(count)
    for i in indices { copy.append(self[i]) }
    return copy
  }

  fileprivate func isSame(as other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    var difference: UInt8 = 0
    for i in indices { difference |= self[i] ^ other[i] }
    return difference == 0
  }

  /// Whether a text that is short enough to stand at a place stands there.
  fileprivate func has(_ text: StaticString, at place: Int) -> Bool {
    for i in 0..<text.utf8CodeUnitCount where unsafe self[place + i] != text.utf8Start[i] { return false }
    return true
  }

  /// A hash of the bytes, eight at a time. Who makes two requests collide loses only what was kept of one of them.
  fileprivate var mixed: UInt64 {
    var hash = UInt64(count)
    var i = 0
    while i < count {
      var word: UInt64 = 0
      for byte in i..<Swift.min(i + 8, count) { word = word << 8 | UInt64(self[byte]) }
      let product = (hash ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
      hash = product.high ^ product.low
      i += 8
    }
    return hash
  }
}
