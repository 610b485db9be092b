import FareJSON
import FareModel
import FareSearch
import FareServer

extension Commands {
  /// Makes the session of a call of a command, which keeps results or not.
  typealias SessionMaker = @Sendable (_ keepsResults: Bool) -> Session

  /// The commands that answer questions, each call in a session of its own.
  static func questions(_ session: @escaping SessionMaker) -> [Command] {
    [
      calendar(session), months(session), search(session), everywhere(session), matrix(session), places(session),
      nearby(session), routes(session), explain(session), status(session), query(session),
      contextServer(session), serve(session),
    ]
  }

  private static func calendar(_ makeSession: @escaping SessionMaker) -> Command {
    question(
      .calendar,
      makeSession,
      examples: [
        "calendar BOM JFK 2023-11", "calendar LON NYC 2026-09 --direct-only --currency GBP",
        "calendar OSL FCO --from 2026-08-20 --to 2026-09-10", "calendar BOM JFK 2023-11 --trip return --nights-min 7",
      ]
    ) { session, invocation throws(AnswerFault) in
      let question = try asked(CalendarQuestion.init, invocation)
      let answer = try session.calendar(question)
      let prices = try session.priceWords(question.fares.locale)
      return CalendarView(answer: answer, prices: prices, terminal: invocation.console.terminal).text()
    }
  }

  private static func months(_ makeSession: @escaping SessionMaker) -> Command {
    question(.months, makeSession, examples: ["months BOM JFK", "months LON NYC --months 6 --cabin business"]) {
      session,
      invocation throws(AnswerFault) in
      let question = try asked(MonthsQuestion.init, invocation)
      let answer = try session.months(question)
      let prices = try session.priceWords(question.fares.locale)
      return MonthsView(answer: answer, prices: prices, terminal: invocation.console.terminal).text()
    }
  }

  private static func places(_ makeSession: @escaping SessionMaker) -> Command {
    question(.places, makeSession, examples: ["places lond", "places muni --limit 3"], placesText(.places))
  }

  private static func nearby(_ makeSession: @escaping SessionMaker) -> Command {
    question(.nearby, makeSession, examples: ["nearby LHR", "nearby city:PAR --radius-km 60"], placesText(.nearby))
  }

  private static func placesText(
    _ method: Method.Name
  ) -> @Sendable (Session, Invocation) throws(AnswerFault) -> String {
    { session, invocation throws(AnswerFault) in
      var json = JSONWriter()
      try session.answer(.of(method), invocation.arguments, into: &json)
      return PlacesView(json: json.span).text(on: invocation.console.terminal)
    }
  }

  private static func status(_ makeSession: @escaping SessionMaker) -> Command {
    Command(.status, examples: ["status", "status --max-age-hours 24", "status --batches 20"]) {
      invocation throws(CommandFailure) in
      let session = makeSession(false)
      let answer = try answering { () throws(AnswerFault) in try session.status(invocation.arguments) }
      let view = StatusView(answer: answer, terminal: invocation.console.terminal)
      if invocation.wantsJSON {
        var json = JSONWriter()
        answer.write(into: &json)
        try writeLine(&json, invocation)
      } else {
        try invocation.console.write(view.text())
      }
      if let complaint = view.complaint { throw .failed("--max-age-hours: \(complaint)") }
      return .done
    }
  }

  private static func query(_ makeSession: @escaping SessionMaker) -> Command {
    Command(
      name: "query",
      summary: "Answers JSON-RPC 2.0 requests on stdin, one a line, on stdout.",
      parameters: [.noKeptAnswers],
      examples: ["query < requests.ndjson"]
    ) { invocation throws(CommandFailure) in
      let console = invocation.console
      let session = makeSession(invocation.arguments.boolean(Parameter.noKeptAnswers.name) != true)
      let handler = RequestHandler(answerer: session) { console.say("error: " + ShownText.oneLine($0)) }
      return try serve(StdioLoop(handler: handler, output: console.output))
    }
  }

  private static func contextServer(_ makeSession: @escaping SessionMaker) -> Command {
    Command(
      name: "mcp",
      summary: "Serves programs that answer travel questions: the Model Context Protocol on stdin and stdout.",
      examples: ["mcp"]
    ) { invocation throws(CommandFailure) in
      let console = invocation.console
      let input = RequestInput()
      let handler = MCPHandler(
        answerer: makeSession(false),
        version: Version.text,
        input: input,
        output: console.output,
        report: { console.say("error: " + ShownText.oneLine($0)) }
      )
      return try serve(StdioLoop(handler: handler, input: input, output: console.output))
    }
  }

  private static func serve(
    _ loop: consuming StdioLoop<some LineAnswering & ~Copyable>
  ) throws(CommandFailure) -> ExitCode {
    do throws(SystemError) {
      switch try loop.run() {
      case .inputEnded, .readerClosed: return .done
      }
    } catch {
      throw .failed("\(error)")
    }
  }

  /// A command that shows the answer of a method, as text or as its result object.
  static func question(
    _ method: Method.Name,
    _ makeSession: @escaping SessionMaker,
    examples: [String],
    _ text: @escaping @Sendable (Session, Invocation) throws(AnswerFault) -> String
  ) -> Command {
    Command(method, examples: examples) { invocation throws(CommandFailure) in
      let session = makeSession(false)
      if invocation.wantsJSON {
        try writeJSON(method, session, invocation)
      } else {
        try invocation.console.write(answering { () throws(AnswerFault) in try text(session, invocation) })
      }
      return .done
    }
  }

  private static func writeJSON(
    _ method: Method.Name,
    _ session: Session,
    _ invocation: Invocation
  ) throws(CommandFailure) {
    var json = JSONWriter()
    try answering { () throws(AnswerFault) in try session.answer(.of(method), invocation.arguments, into: &json) }
    try writeLine(&json, invocation)
  }

  private static func writeLine(_ json: inout JSONWriter, _ invocation: Invocation) throws(CommandFailure) {
    json.raw("\n")
    try invocation.console.write(json.span)
  }

  /// Reads the question of a call.
  static func asked<Question>(
    _ read: (Arguments) throws(ArgumentError) -> Question,
    _ invocation: Invocation
  ) throws(AnswerFault) -> Question {
    do throws(ArgumentError) {
      return try read(invocation.arguments)
    } catch {
      throw .argument(error)
    }
  }

  private static func answering<Value>(_ body: () throws(AnswerFault) -> Value) throws(CommandFailure) -> Value {
    do throws(AnswerFault) {
      return try body()
    } catch {
      throw CommandFailure(error)
    }
  }
}
