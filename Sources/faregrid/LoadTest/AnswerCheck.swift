import FareModel

/// A question that was asked, and the time around its answer.
struct AskedQuestion {
  /// The question.
  var question: LoadQuestion
  /// The id of the request.
  var id: Int
  /// What time it was just before it was sent.
  var askedAt: Instant
  /// What time it was when the answer was there.
  var answeredAt: Instant
}

/// Compares answers, whole, with what the workload says they must be.
struct AnswerCheck {
  private let expected: ExpectedCalendar
  private let words: (LoadQuestion) -> String

  /// How many answers were compared.
  private(set) var checked = 0
  /// How many were wrong, late or not the answer to their question.
  private(set) var wrong = 0
  /// What was wrong with the first wrong one.
  private(set) var complaint: String?

  /// Knows the answers about a workload.
  init(_ workload: Workload, _ expected: ExpectedCalendar) {
    self.expected = expected
    words = workload.words
  }

  /// Compares a line, given without its newline. Its instant has to lie between question and answer.
  mutating func check(_ line: Span<UInt8>, of asked: AskedQuestion) {
    checked += 1
    let text = unsafe line.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    guard let asOf = Self.instant(in: text) else { return complain(asked, "it has no as_of: \(text.prefix(200))") }
    guard (asked.askedAt...asked.answeredAt).contains(asOf) else {
      return complain(asked, "as_of is \(asOf), asked at \(asked.askedAt), answered at \(asked.answeredAt)")
    }
    let right = expected.line(asked.question, id: asked.id, asOf: asOf)
    if text != right { complain(asked, Self.difference(text, right)) }
  }

  /// Counts an answer that need not be compared to be wrong.
  mutating func complain(_ asked: AskedQuestion, _ problem: String) {
    wrong += 1
    if complaint == nil { complaint = "\(words(asked.question)): \(problem)" }
  }

  private static func instant(in text: String) -> Instant? {
    let key = #""as_of":""#
    guard let found = text.firstRange(of: key) else { return nil }
    return Instant(String(text[found.upperBound...].prefix(20)))
  }

  private static func difference(_ text: String, _ right: String) -> String {
    let same = zip(text.utf8, right.utf8).prefix { $0 == $1 }.count
    func around(_ text: String) -> String {
      String(decoding: text.utf8.dropFirst(max(0, same - 40)).prefix(80), as: UTF8.self)
    }
    return "at byte \(same) it says …\(around(text))…, expected …\(around(right))…"
  }
}

/// A fair sample of the answers of a run, kept to be compared when the run is over and nobody waits.
struct AnswerSample {
  /// How many answers are kept.
  static let size = 2_048

  private var kept: [(asked: AskedQuestion, line: [UInt8])] = []
  private var offered = 0
  private var numbers = SeededNumbers(seed: Workload.seed)

  /// Takes an answer, or not: in the end each of those that were offered is kept with the same chance.
  mutating func offer(_ line: Span<UInt8>, of asked: AskedQuestion) {
    offered += 1
    if kept.count < Self.size {
      kept.append((asked, Self.copy(line)))
    } else {
      let place = numbers.below(offered)
      if place < Self.size { kept[place] = (asked, Self.copy(line)) }
    }
  }

  /// Compares the answers that were kept.
  func compare(_ check: inout AnswerCheck) {
    for (asked, line) in kept { check.check(line.span, of: asked) }
  }

  private static func copy(_ line: Span<UInt8>) -> [UInt8] {
    unsafe line.withUnsafeBufferPointer { unsafe Array($0) }
  }
}
