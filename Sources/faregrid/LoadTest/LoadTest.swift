import FareAtlas
import FareJSON
import FareModel
import FareServer
import FareStore
import Glibc

/// What a load test drives.
enum LoadScenario: String, CaseIterable {
  /// The loop that bands rows of prices.
  case kernel
  /// Questions and answers within this process.
  case calendar
  /// A served process at the other end of two pipes.
  case stdio
  /// Questions that find nothing kept in memory.
  case database
}

/// A call of `loadtest`.
struct LoadTest {
  /// What to drive.
  var scenario: LoadScenario
  /// How many seconds the measured part takes.
  var seconds: Int
  /// How fast requests follow each other.
  var pace = Schedule.Pace.asFastAsItGoes
  /// How many served processes there are.
  var connections = 1
  /// How many requests of each may wait for their answers.
  var pipeline = 16
  /// How many days a row of the kernel has.
  var days = 31
  /// How many routes the workload has.
  var routes = 400
  /// Whether whoever answers keeps answers for when they are asked for again.
  var keepsAnswers = true
  /// Whether the report is JSON.
  var asJSON = false

  private var nanoseconds: UInt64 { UInt64(seconds) * 1_000_000_000 }

  /// Runs the test and writes its report. A wrong answer is a failure, told after the report.
  func run(console: Console, clock: some LoadClock = SystemClock()) throws(CommandFailure) {
    let wrong =
      switch scenario {
      case .kernel: try runKernel(console, clock)
      case .calendar, .stdio, .database: try runAnswers(console, clock)
      }
    if let wrong { throw .failed("a wrong answer: \(wrong)") }
  }

  private func runKernel(_ console: Console, _ clock: some LoadClock) throws(CommandFailure) -> String? {
    let kernel = KernelLoad(days: days)
    var bar = console.progress("kernel", total: nil, unit: .passes)
    let report = kernel.run(nanoseconds, clock: clock) { bar.update(Int64($0)) }
    bar.finish()
    var json = JSONWriter()
    report.write(into: &json)
    if asJSON { try console.write(json.span) } else { try console.write(report.text()) }
    return report.complaint
  }

  private func runAnswers(_ console: Console, _ clock: some LoadClock) throws(CommandFailure) -> String? {
    let target = try Commands.reachingDatabase(DatabaseTarget.fromEnvironment)
    let workload = Workload(routeCount: routes, firstMonth: clock.instant().utcDay.month)
    let schema = WorkloadSchema(target: target)
    try schema.prepare(workload, console: console)
    var check = AnswerCheck(workload, ExpectedCalendar(workload, Atlas()))
    var tally: LoadTally
    if scenario == .stdio {
      tally = try runPipelined(workload, console, clock, &check)
    } else {
      let server = try InProcessServer(answerer(schema)) { console.say("error: " + ShownText.oneLine($0)) }
      tally = runInProcess(server, workload, console, clock, &check)
    }
    let complaint = tally.finish()
    var json = JSONWriter()
    tally.report.write(into: &json)
    if asJSON { try console.write(json.span) } else { try console.write(tally.report.text(on: console.terminal)) }
    return complaint
  }

  private func answerer(_ schema: WorkloadSchema) throws(CommandFailure) -> any Answering {
    guard scenario == .database else {
      return Session({ () throws(PostgresError) in try schema.open() }, keepsResults: keepsAnswers)
    }
    return try Commands.reachingDatabase { () throws(PostgresError) in
      let store = try schema.open()
      return ColdAnswerer(source: store, atlas: Atlas(overlay: try store.reference()))
    }
  }

  /// How many requests warm up: every question once, but where nothing is kept one of each route is enough.
  private func warmUpCount(_ workload: Workload) -> Int {
    scenario == .database ? workload.routes.count : workload.questionCount
  }
}

// MARK: In this process

extension LoadTest {
  private func runInProcess(
    _ server: InProcessServer,
    _ workload: Workload,
    _ console: Console,
    _ clock: some LoadClock,
    _ check: inout AnswerCheck
  ) -> LoadTally {
    var bar = console.progress("warm-up", total: Int64(warmUpCount(workload)), unit: .answers)
    for number in 0..<warmUpCount(workload) {
      let question = workload.question(number)
      let askedAt = clock.instant()
      server.ask(question, of: workload, id: number) { line in
        let asked = AskedQuestion(question: question, id: number, askedAt: askedAt, answeredAt: clock.instant())
        check.check(line, of: asked)
      }
      bar.update(Int64(number + 1))
    }
    bar.finish()

    var random = SeededNumbers(seed: Workload.seed)
    let beginning = clock.nanoseconds()
    let schedule = Schedule(pace, ending: .afterNanoseconds(nanoseconds), beginning: beginning)
    var tally = LoadTally(scenario, check: check, bar: answersBar(console), beginning: beginning)
    askInTurn(schedule, clock: clock) { number, start in
      let question = workload.question(random.below(workload.questionCount))
      let askedAt = clock.instant()
      server.ask(question, of: workload, id: number) { line in
        let latency = Latency(start: start, end: clock.nanoseconds())
        let asked = AskedQuestion(question: question, id: number, askedAt: askedAt, answeredAt: clock.instant())
        tally.take(line, of: asked, latency)
      }
    }
    return tally
  }

  private func answersBar(_ console: Console) -> ProgressBar {
    console.progress(scenario.rawValue, total: nil, unit: .answers)
  }
}

// MARK: Over pipes

extension LoadTest {
  private func runPipelined(
    _ workload: Workload,
    _ console: Console,
    _ clock: some LoadClock,
    _ check: inout AnswerCheck
  ) throws(CommandFailure) -> LoadTally {
    let command = ["query"] + (keepsAnswers ? [] : [Parameter.noKeptAnswers.flag])
    var processes: [ServedProcess] = []
    for _ in 0..<connections {
      processes.append(try ServedProcess(command, environment: ["FAREGRID_SCHEMA": WorkloadSchema.name]))
    }
    var load = PipelinedLoad(workload, processes: processes, window: pipeline, clock: clock)
    var memory = ServedMemory()
    func resident() -> Int { processes.reduce(0) { $0 + $1.residentBytes } }
    try warmUp(&load, workload, console, clock, &check) { memory.first = resident() }
    memory.warm = resident()

    var random = SeededNumbers(seed: Workload.seed)
    let beginning = clock.nanoseconds()
    var tally = LoadTally(scenario, check: check, bar: answersBar(console), beginning: beginning)
    try load.run(Schedule(pace, ending: .afterNanoseconds(nanoseconds), beginning: beginning)) {
      workload.question(random.below(workload.questionCount))
    } answered: { line, asked, latency in
      tally.take(line, of: asked, latency)
    }
    memory.last = resident()
    tally.report.memory = memory
    return tally
  }

  /// Asks every question once of every process, and tells when the first is answered.
  private func warmUp<Clock>(
    _ load: inout PipelinedLoad<Clock>,
    _ workload: Workload,
    _ console: Console,
    _ clock: Clock,
    _ check: inout AnswerCheck,
    firstAnswered: () -> Void
  ) throws(CommandFailure) {
    let count = workload.questionCount * connections
    var bar = console.progress("warm-up", total: Int64(count), unit: .answers)
    var asked = 0
    let schedule = Schedule(.asFastAsItGoes, ending: .afterRequests(count), beginning: clock.nanoseconds())
    try load.run(schedule) {
      defer { asked += 1 }
      return workload.question(asked / connections)
    } answered: { line, asked, _ in
      if check.checked == 0 { firstAnswered() }
      check.check(line, of: asked)
      bar.update(Int64(check.checked))
    }
    bar.finish()
  }
}
