import Foundation
import Support
import Testing

@Suite("Wrong questions")
struct WrongQuestions {
  /// A wrong command line, and how its one line on stderr begins.
  struct Line: Sendable, CustomTestStringConvertible {
    var words: [String]
    var error: String

    var testDescription: String { words.joined(separator: " ") }
  }

  private static let lines = [
    Line(words: ["calendar", "OSL", "FCO", "2026-13"], error: "MONTH: 2026-13 is not a month as YYYY-MM"),
    Line(
      words: ["calendar", "OSL", "FCO", "--from", "2025-02-29", "--to", "2025-03-02"],
      error: "--from: 2025-02-29 is not a date as YYYY-MM-DD"
    ),
    Line(
      words: ["calendar", "OSL", "FCO", "2026-09", "--carrier", "AZ"],
      error: "--carrier: no such flag, did you mean --carriers?"
    ),
    Line(
      words: ["months", "OSL", "FCO", "--curency", "EUR"],
      error: "--curency: no such flag, did you mean --currency?"
    ),
    Line(
      words: ["ingest", "--max-reject", "3", "x.csv"],
      error: "--max-reject: no such flag, did you mean --max-rejects"
    ),
    Line(words: ["--json", "status"], error: "--json: no such flag before a command"),
    Line(
      words: ["nearby", "London"],
      error: "PLACE: London is not a three-letter place code, or city: and a code; faregrid places finds codes by name"
    ),
    Line(words: ["calender"], error: "calender: no such command, did you mean calendar?"),
    Line(
      words: ["calendar", "OSL", "FCO", "2026-09", "--currency", "EUR", "--currency", "USD"],
      error: "--currency: USD was given, expected the parameter once"
    ),
    Line(
      words: ["calendar", "OSL", "FCO", "2026-09", "--trip", "return", "--nights-max", "400"],
      error: "--nights-max: 400 is too many, at most 365"
    ),
    Line(words: ["calendar", "OSL"], error: "DESTINATION: missing"),
    Line(words: ["export"], error: "CONTENT: missing"),
    Line(words: ["ingest"], error: "FILE: missing"),
    Line(words: ["help", "calender"], error: "calender: no such command, did you mean calendar?"),
  ]

  @Test("a wrong command line ends with 64 and one line that says what is wrong", arguments: lines)
  func commandLine(line: Line) throws {
    // No database is needed to tell.
    let run = try ToolRun(line.words, environment: ["FAREGRID_DATABASE_URL": "host=/nonexistent"])
    #expect(run.status == 64)
    #expect(run.output.isEmpty)
    let said = run.error.split(separator: "\n")
    #expect(said.count == 1)
    #expect(said[0].hasPrefix("error: " + line.error), "\(said)")
  }

  @Test("an unknown place is answered with the nearest codes")
  func unknownPlace() throws {
    let product = try Product()
    let run = try product.run(["calendar", "OSQ", "FCO", "2026-09"])
    #expect(run.status == 64)
    #expect(run.output.isEmpty)
    #expect(run.error.hasPrefix("error: ORIGIN: no place has the code OSQ, did you mean "))
    #expect(run.error.contains("OSL") && run.error.split(separator: "\n").count == 1)
    let complaint = try product.complaint("calendar", ["origin": "OSQ", "destination": "FCO", "month": "2026-09"])
    #expect(complaint["code"]?.int == -32001)
    #expect(complaint["data"]?["parameter"]?.string == "origin")
    #expect("\(complaint)".contains("OSL"))
  }

  @Test(
    "a wrong value on stdio is named with what was expected",
    arguments: [("month", "2026-13"), ("from", "2025-02-29")]
  )
  func stdio(parameter: String, value: String) throws {
    let question = ["origin": "OSL", "destination": "FCO", parameter: value]
    let complaint = try Product().complaint("calendar", question)
    #expect(complaint["code"]?.int == -32602)
    #expect(complaint["data"]?["parameter"]?.string == parameter)
    #expect(complaint["data"]?["value"]?.string == value)
    #expect(complaint["data"]?["expected"]?.string?.contains("YYYY-MM") == true)
  }
}
