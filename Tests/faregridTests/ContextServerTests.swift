import FareStore
import Foundation
import Support
import Testing

@testable import faregrid

@Suite("faregrid mcp", .timeLimit(.minutes(2)))
struct ContextServerTests {
  private static let asOf = "2026-08-01T12:00:00Z"

  /// A product with fares of two routes on most days of two months.
  private static func product() throws -> Product {
    let product = try Product()
    var text = "origin,destination,departure_date,price,currency,observed_at,stops,carriers,source\n"
    for month in ["09", "10"] {
      for day in 1...28 where day % 9 != 0 {
        let date = "2026-\(month)-\(day < 10 ? "0" : "")\(day)"
        text += "OSL,FCO,\(date),\(60 + day * 37 % 90).50,EUR,2026-08-01T10:00:00Z,\(day % 2),DY,tracker\n"
        text += "OSL,BGO,\(date),\(400 + day * 11 % 70),NOK,2026-08-01T09:00:00Z,0,SK,tracker\n"
      }
    }
    try product.ingest(text: text)
    return product
  }

  private static func initialize(_ revision: String = "2025-11-25") -> String {
    #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"\#(revision)","capabilities":{},"#
      + #""clientInfo":{"name":"test","version":"1"}}}"#
  }

  private static func call(
    _ tool: String,
    _ arguments: [String: Any],
    id: Int = 1,
    token: String? = nil
  ) throws -> String {
    var parameters: [String: Any] = ["name": tool, "arguments": arguments]
    if let token { parameters["_meta"] = ["progressToken": token] }
    let request: [String: Any] = ["jsonrpc": "2.0", "id": id, "method": "tools/call", "params": parameters]
    return String(decoding: try JSONSerialization.data(withJSONObject: request), as: UTF8.self)
  }

  /// The results of calls in one session, in their order.
  private static func results(_ product: Product, _ calls: [String]) throws -> [JSON] {
    let input = ([initialize()] + calls).joined(separator: "\n") + "\n"
    let lines = try product.done(["mcp"], input: Data(input.utf8)).split(separator: "\n")
    return try lines.dropFirst().map { line in
      let answer = try JSON(String(line))
      return try #require(answer["result"], "\(answer)")
    }
  }

  private static func text(_ result: JSON) -> String { result["content"]?[0]?["text"]?.string ?? "" }

  @Test("answers calendar as query does: wholly with detail, and else cell by cell in what it has")
  func calendar() throws {
    let product = try Self.product()
    let questions: [[String: Any]] = [
      ["month": "2026-09"], ["month": "2026-09", "layout": "weeks"], ["from": "2026-09-20", "to": "2026-10-10"],
      ["month": "2026-10", "max_stops": 0], ["month": "2027-05"],
    ]
    for question in questions {
      let asked = question.merging(["origin": "OSL", "destination": "FCO", "as_of": Self.asOf]) { $1 }
      let whole = try product.ask("calendar", asked)
      let results = try Self.results(
        product,
        [
          Self.call("calendar", asked.merging(["detail": true]) { $1 }), Self.call("calendar", asked),
        ]
      )
      let (detailed, slim) = (results[0]["structuredContent"], results[1]["structuredContent"])
      #expect(detailed.map { NSDictionary(dictionary: $0.object) } == NSDictionary(dictionary: whole.object))
      var withoutDays = try #require(slim).object
      #expect(NSDictionary(dictionary: withoutDays).allKeys.count == whole.object.count)
      let days = Self.days(slim)
      #expect(days.count == Self.days(whole).count)
      for (slim, whole) in zip(days, Self.days(whole)) {
        #expect(
          Set(slim.keys)
            == (whole["price_minor"] is NSNull
              ? ["departure_date", "status"] : ["departure_date", "price_minor", "band"])
        )
        #expect(
          slim.allSatisfy { name, value in
            NSDictionary(dictionary: [name: value]) == NSDictionary(dictionary: [name: whole[name] ?? ""])
          }
        )
      }
      withoutDays["days"] = nil
      var rest = whole.object
      rest["days"] = nil
      #expect(NSDictionary(dictionary: withoutDays) == NSDictionary(dictionary: rest))
    }
  }

  /// The days of a calendar in order, whichever its layout.
  private static func days(_ calendar: JSON?) -> [[String: Any]] {
    (calendar?["days"]?.items ?? []).flatMap { $0.items.isEmpty ? [$0] : $0.items }.map(\.object).filter { !$0.isEmpty }
  }

  @Test("tells a month in few words: the cheapest days, the bands, the age, what is missing")
  func words() throws {
    let product = try Self.product()
    let result = try Self.results(
      product,
      [
        Self.call("calendar", ["origin": "OSL", "destination": "BGO", "month": "2026-09", "as_of": Self.asOf])
      ]
    )[0]
    #expect(
      Self.text(result) == """
        OSL to BGO, one way, 2026-09, in NOK for one adult with taxes. 25 of 30 days have a price, median 433.00.
        Cheapest: 2026-09-13 NOK\u{A0}403 (low), 2026-09-26 NOK\u{A0}406 (low), 2026-09-07 NOK\u{A0}407 (low), \
        2026-09-20 NOK\u{A0}410 (low), 2026-09-01 NOK\u{A0}411 (low).
        Bands: low is under 418.00, high over 451.00, avg from one to the other: the quartiles of 50 priced days of the \
        year from today. Here: 6 low, 13 avg, 6 high.
        Observed 3 hours before 2026-08-01T12:00:00Z by tracker.
        Without a price: 5 no_fare_observed.
        """
    )
  }

  @Test("says what to try where there is no answer: other months, covered routes, the nearest places")
  func advises() throws {
    let product = try Self.product()
    let route = ["origin": "OSL", "destination": "FCO", "as_of": Self.asOf]
    let results = try Self.results(
      product,
      [
        Self.call("calendar", route.merging(["month": "2027-05"]) { $1 }),
        Self.call("calendar", route.merging(["month": "2026-09", "destination": "LHR"]) { $1 }),
        Self.call("calendar", route.merging(["month": "2026-09", "origin": "LHR"]) { $1 }),
        Self.call("calendar", route.merging(["month": "2026-09", "destination": "Rome"]) { $1 }),
        Self.call("calendar", route.merging(["month": "2026-09", "destination": "FCX"]) { $1 }),
        Self.call("routes", ["origin": "OSL", "as_of": Self.asOf, "limit": 1]),
      ]
    )
    #expect(Self.text(results[0]).hasSuffix("Months with such fares: 2026-09, 2026-10."))
    #expect(Self.text(results[1]).hasSuffix("From OSL there are fares to BGO, FCO."))
    #expect(Self.text(results[2]).hasSuffix("Routes with fares: OSL-BGO, OSL-FCO."))
    #expect(Self.text(results[3]).contains("Nearest places: city:ROM, city: Rome"))
    #expect(Self.text(results[4]).contains("did you mean FCO"))
    #expect(results.map { $0["isError"]?.bool } == [false, false, false, true, true, false])
    #expect(Self.text(results[5]).contains("1 of 2 routes shown, 1 more: ask again with offset 1."))
  }

  @Test("says which part of the question keeps fares out, and never denies what there is")
  func advisesOnFilters() throws {
    let product = try Self.product()
    let route: [String: Any] = ["origin": "OSL", "destination": "FCO"]
    let day = route.merging(["departure_date": "2026-09-01", "as_of": Self.asOf]) { $1 }
    let month = route.merging(["month": "2026-09", "as_of": Self.asOf]) { $1 }
    let from: [String: Any] = ["origin": "OSL", "as_of": Self.asOf]
    let asked: [(String, [String: Any], [String])] = [
      ("search", day.merging(["direct_only": "x"]) { $1 }, ["direct_only"]),
      ("search", day.merging(["direct_only": true] as [String: Any]) { $1 }, ["removed: ask without direct_only."]),
      ("calendar", month.merging(["currency": "JPY"]) { $1 }, ["25 in other currencies", "Ask without currency"]),
      ("calendar", month.merging(["max_age_hours": 1] as [String: Any]) { $1 }, ["25 too old", "max_age_hours"]),
      ("everywhere", from.merging(["max_price_minor": 10]) { $1 }, ["none.", "by filters", "Ask with fewer filters"]),
      ("everywhere", from.merging(["offset": 9]) { $1 }, ["There are 1 groups, so offset 9 is past the end."]),
      ("routes", from.merging(["offset": 9]) { $1 }, ["There are 2 routes, so offset 9 is past the end."]),
      (
        "calendar", month.merging(["as_of": "2020-01-01T00:00:00Z"]) { $1 },
        ["No fares were observed at all by 2020-01-01T00:00:00Z."]
      ), ("calendar", month.merging(["destination": "OSL"]) { $1 }, ["same_city"]),
    ]
    let results = try Self.results(product, asked.map { try Self.call($0.0, $0.1) })
    for ((tool, _, texts), result) in zip(asked, results) {
      for text in texts { #expect(Self.text(result).contains(text), "\(tool): \(Self.text(result))") }
      #expect(!Self.text(result).contains("No flights are known"))
    }
    #expect(!Self.text(results[8]).contains("Nearest places"))
  }

  @Test("calls no day cheap that is past at the origin, whatever day it is in UTC")
  func todayAtOrigin() throws {
    let product = try Product()
    var text = "origin,destination,departure_date,price,currency,observed_at\n"
    for (day, price) in [(1, 10_000), (2, 20_002), (3, 20_003), (4, 20_004), (5, 20_005)] {
      text += "HND,OKA,2026-12-0\(day),\(price),JPY,2026-11-30T00:00:00Z\n"
      text += "LAX,HNL,2026-12-0\(day),\(price / 100),USD,2026-11-30T00:00:00Z\n"
    }
    try product.ingest(text: text)
    let results = try Self.results(
      product,
      [
        Self.call(
          "calendar",
          ["origin": "HND", "destination": "OKA", "month": "2026-12", "as_of": "2026-12-01T16:00:00Z"]
        ),
        Self.call(
          "calendar",
          ["origin": "LAX", "destination": "HNL", "month": "2026-12", "as_of": "2026-12-03T05:00:00Z"]
        ),
      ]
    )
    #expect(Self.text(results[0]).contains("Cheapest: 2026-12-02 ¥20,002"))
    #expect(Self.text(results[1]).contains("Cheapest: 2026-12-02 $200 (avg), 2026-12-03 $200"))
  }

  @Test("tells of progress while the database is waited for, gives a question up that is cancelled, and goes on")
  func cancels() throws {
    let product = try Self.product()
    let question = ["origin": "OSL", "destination": "FCO", "month": "2026-09", "as_of": Self.asOf]
    let program = try RunningProgram(product, ["mcp"])
    try program.say(Self.initialize())
    #expect(try program.answer(0)["result"] != nil)
    try program.say(Self.call("status", [:]))
    #expect(try program.answer(1)["result"] != nil)

    let (connection, watcher) = (try product.connect(), try product.connect())
    try connection.execute("begin; lock table faregrid.route_coverage in access exclusive mode")
    try program.say(Self.call("calendar", question, id: 7, token: "slow"))
    for number in 2...3 {
      let progress = try program.answer(number)
      #expect(progress["method"]?.string == "notifications/progress")
      #expect(progress["params"]?["progressToken"]?.string == "slow")
      #expect(progress["params"]?["progress"]?.value as? Double == Double(number - 1) / 2)
    }
    try program.say(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}"#)
    try waitUntil("the end of the statement") { try watcher.others(where: "state = 'active'").isEmpty }
    try connection.execute("rollback")
    try program.say(Self.call("calendar", question, id: 8))
    let run = try program.finish()
    let answers = try run.lines.map { try JSON($0) }.filter { $0["method"] == nil }
    #expect(answers.map { $0["id"]?.int } == [0, 1, 8])
    #expect(Self.text(try #require(answers[2]["result"])).contains("OSL to FCO"))
    #expect(run.error == "")
    #expect(run.status == 0)
  }

  @Test("answers what it was asked when its client closes stdin early, and ends quietly when nobody reads")
  func closes() throws {
    let product = try Self.product()
    let run = try product.run(["mcp"], input: Data(Self.initialize().utf8))
    #expect(run.lines.count == 1)
    #expect(run.status == 0)
    #expect(try product.run(["mcp"]).status == 0)
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    let requests = String(repeating: Self.initialize() + "\n", count: 200)
    process.arguments = ["-c", #"{ printf '%s' "$1" | "$0" mcp; echo $? >&2; } | true"#, ToolRun.path.path, requests]
    process.environment = product.environment
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let said = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(String(decoding: said, as: UTF8.self) == "0\n")
  }

  @Test("offers its tools without a database, and says when there is none to answer from")
  func withoutDatabase() throws {
    let product = try Product(["FAREGRID_DATABASE_URL": "postgresql://127.0.0.1:1/none"])
    let run = try product.run(
      ["mcp"],
      input: Data(
        [Self.initialize(), #"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#, try Self.call("status", [:], id: 2)]
          .joined(separator: "\n").utf8
      )
    )
    #expect(try JSON(run.lines[1])["result"]?["tools"]?.items.count == 10)
    let result = try #require(JSON(run.lines[2])["result"])
    #expect(result["isError"]?.bool == true)
    #expect(Self.text(result).hasPrefix("The database cannot be reached now."))
    #expect(run.error.hasPrefix("error: database unavailable: "))
  }
}

extension JSON {
  /// The members of an object.
  fileprivate var object: [String: Any] { value as? [String: Any] ?? [:] }
}
