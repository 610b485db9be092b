import FareModel
import FareStore

extension Commands {
  /// The command that measures this machine with the code that serves users.
  static var loadTest: Command {
    Command(
      name: "loadtest",
      summary: "Measures how fast answers come, with fares that it makes itself, and checks the answers.",
      parameters: [
        Parameter(
          "scenario",
          .choice(LoadScenario.allCases.map(\.rawValue) + [removal]),
          isRequired: true,
          "The bands alone, calendars in this process, over stdio, or with nothing kept; remove drops the fares made."
        ),
        Parameter("seconds", .integer(1...Limits.longestLoadTestSeconds), "How long to measure (5 by default)."),
        Parameter("rate", .integer(1...Limits.greatestRequestRate), "Requests a second; as fast as it goes without."),
        Parameter(
          "connections",
          .integer(1...Limits.mostConnections),
          "stdio: how many processes serve (1 by default)."
        ),
        Parameter(
          "pipeline",
          .integer(1...Limits.widestPipeline),
          "stdio: unanswered requests of each (16 by default)."
        ),
        Parameter("days", .choice(["31", "365"]), "kernel: the days of a row (31 by default)."),
        Parameter("routes", .integer(1...Limits.mostWorkloadRoutes), "How many routes have fares (400 by default)."),
        .noKeptAnswers, .json,
      ],
      positional: ["scenario"],
      examples: [
        "loadtest kernel --days 365", "loadtest stdio --pipeline 1 --rate 10000", "loadtest database --json",
        "loadtest remove",
      ]
    ) { invocation throws(CommandFailure) in
      guard let scenario = invocation.arguments.text("scenario").flatMap(LoadScenario.init(rawValue:)) else {
        try WorkloadSchema(target: reachingDatabase(DatabaseTarget.fromEnvironment)).remove()
        return .done
      }
      try checkFlags(of: scenario, invocation.arguments)
      try loadTest(scenario, invocation).run(console: invocation.console)
      return .done
    }
  }

  private static let removal = "remove"

  private static func loadTest(
    _ scenario: LoadScenario,
    _ invocation: Invocation
  ) -> LoadTest {
    let arguments = invocation.arguments
    var test = LoadTest(scenario: scenario, seconds: arguments.integer("seconds") ?? 5)
    test.pace = arguments.integer("rate").map(Schedule.Pace.perSecond) ?? test.pace
    test.connections = arguments.integer("connections") ?? test.connections
    test.pipeline = arguments.integer("pipeline") ?? test.pipeline
    test.days = arguments.text("days").flatMap { Int($0) } ?? test.days
    test.routes = arguments.integer("routes") ?? test.routes
    test.asJSON = invocation.wantsJSON
    test.keepsAnswers = arguments.boolean(Parameter.noKeptAnswers.name) != true
    return test
  }

  /// Refuses flags that would do nothing.
  private static func checkFlags(of scenario: LoadScenario, _ arguments: Arguments) throws(CommandFailure) {
    let takers: [(name: String, scenarios: [LoadScenario])] = [
      ("days", [.kernel]), ("connections", [.stdio]), ("pipeline", [.stdio]), ("rate", [.calendar, .stdio, .database]),
      ("routes", [.calendar, .stdio, .database]), (Parameter.noKeptAnswers.name, [.calendar, .stdio]),
    ]
    for (name, scenarios) in takers where arguments.given(name) != nil && !scenarios.contains(scenario) {
      let words = Parameter.alternatives(scenarios.map(\.rawValue))
      throw .usage(subject: "--" + name.replacing("_", "-"), "is for \(words), not for \(scenario.rawValue)")
    }
  }
}
