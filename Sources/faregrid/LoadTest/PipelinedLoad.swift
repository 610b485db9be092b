import FareJSON
import Glibc

/// Asks served processes over their pipes, each with a window of requests that slides on with every answer.
struct PipelinedLoad<Clock: LoadClock>: ~Copyable {
  private let workload: Workload
  private let window: Int
  private let clock: Clock
  private var lanes: [Lane]
  private var lastID = 0

  /// Talks to `processes`, with at most `window` requests of each unanswered.
  init(_ workload: Workload, processes: [ServedProcess], window: Int, clock: Clock) {
    self.workload = workload
    self.window = window
    self.clock = clock
    lanes = processes.map(Lane.init)
  }

  /// A process that answers nothing for so long is given up.
  private static var longestSilence: UInt64 { 60_000_000_000 }

  /// Asks what `nextQuestion` gives, as the schedule says, until all is answered.
  ///
  /// `answered` gets each answer, without its newline, and when it was there.
  mutating func run(
    _ schedule: Schedule,
    nextQuestion: () -> LoadQuestion,
    answered: (Span<UInt8>, AskedQuestion, Latency) -> Void
  ) throws(CommandFailure) {
    var schedule = schedule
    while true {
      let nextStart = try askWhatIsDue(&schedule, nextQuestion)
      if nextStart == nil, lanes.allSatisfy({ $0.pendingCount == 0 }) { return }
      try wait(until: nextStart)
      for index in lanes.indices where lanes[index].pendingCount > 0 {
        try lanes[index].receive(clock, answered)
      }
    }
  }

  /// Asks until the windows are full or the next start is still to come, which is returned; nil when there is no next.
  private mutating func askWhatIsDue(
    _ schedule: inout Schedule,
    _ nextQuestion: () -> LoadQuestion
  ) throws(CommandFailure) -> UInt64? {
    let now = clock.nanoseconds()
    let askedAt = clock.instant()
    var line = JSONWriter(capacity: 256)
    var next = schedule.nextStart(at: now)
    while let start = next, start <= now, let index = freestLane() {
      lastID += 1
      let question = nextQuestion()
      line.removeAll()
      workload.write(question, id: lastID, into: &line)
      let asked = AskedQuestion(question: question, id: lastID, askedAt: askedAt, answeredAt: askedAt)
      lanes[index].ask(Lane.Pending(asked: asked, start: start), line: line.span)
      schedule.start()
      next = schedule.nextStart(at: now)
    }
    for index in lanes.indices { try lanes[index].send() }
    return next
  }

  /// The process with the fewest unanswered requests; nil when all windows are full.
  private func freestLane() -> Int? {
    var freest = 0
    for index in lanes.indices where lanes[index].pendingCount < lanes[freest].pendingCount { freest = index }
    return lanes[freest].pendingCount < window ? freest : nil
  }

  /// Waits for an answer, for room to send or, when a window has room, for the next start.
  private func wait(until nextStart: UInt64?) throws(CommandFailure) {
    var length = Self.longestSilence
    if let nextStart, freestLane() != nil {
      let now = clock.nanoseconds()
      let left = nextStart > now ? nextStart - now : 0
      length = left > SystemClock.awakeNanoseconds ? left - SystemClock.awakeNanoseconds : 0
    }
    var (reading, writing) = (DescriptorSet(), DescriptorSet())
    for lane in lanes {
      reading.insert(lane.output)
      if lane.hasUnsent { writing.insert(lane.input) }
    }
    if try DescriptorSet.wait(&reading, &writing, nanoseconds: length) == 0, length == Self.longestSilence {
      throw .failed("no answer for \(LoadReport.duration(length))")
    }
  }
}
