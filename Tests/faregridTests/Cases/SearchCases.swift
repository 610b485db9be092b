import Foundation
import Support
import Testing

@Suite("Cases about searches", .enabled(if: CaseFiles.arePresent, CaseFiles.skipped))
struct SearchCases {
  /// Itineraries from OSL to FCO on 10 September 2026, each with its id as flight number: `X1` flies as `QX1`.
  private static func fares(_ file: String, _ fields: ([String: Any]) -> [String: String]) throws -> String {
    let data = try Data(contentsOf: URL(filePath: CaseFiles.path(file)))
    let rows = try JSONSerialization.jsonObject(with: data) as? [[String: Any]] ?? []
    let columns = ["price", "duration_minutes", "stops", "departure_time", "return_date", "segments", "flight_numbers"]
    let lines = rows.map { row in
      let given = fields(row)
      let flight = (row["id"] as? String).map { "Q\($0)" } ?? ""
      let origin = given["origin"] ?? "OSL"
      let values = columns.map { name in given[name] ?? (name == "flight_numbers" ? flight : "") }
      let quoted = values.map { $0.contains("\"") ? "\"\($0.replacingOccurrences(of: "\"", with: "\"\""))\"" : $0 }
      return "\(origin),\(origin == "OSL" ? "FCO" : "OSL"),\(given["date"] ?? "2026-09-10"),EUR,2026-08-01T06:00:00Z,"
        + "itinerary," + quoted.joined(separator: ",")
    }
    let header = "origin,destination,departure_date,currency,observed_at,fare," + columns.joined(separator: ",")
    return ([header] + lines).joined(separator: "\n") + "\n"
  }

  private static func text(_ value: Any?) -> String {
    switch value {
    case let text as String: text
    case let number as Int: "\(number)"
    default: ""
    }
  }

  private static let plain: @Sendable ([String: Any]) -> [String: String] = { row in
    [
      "price": text(row["price"]), "duration_minutes": text(row["duration_min"]), "stops": text(row["stops"]),
      "departure_time": String(text(row["dep"]).dropFirst(11)),
    ]
  }

  @Test("B08: what is past is decided on the clock of the origin")
  func past() throws {
    let product = try Product()
    let lines = try String(contentsOfFile: CaseFiles.path("B08/requests.ndjson"), encoding: .utf8).split(
      separator: "\n"
    )
    for line in lines {
      let request = try JSON(String(line))
      var question: [String: Any] = [:]
      for name in ["origin", "destination"] { question[name] = request["params"]?[name]?.string }
      question["departure_date"] = request["params"]?["date"]?.string
      question["as_of"] = request["now"]?.string
      if request["id"]?.int == 1 {
        #expect(try product.ask("search", question)["total"]?.int == 0)
      } else {
        let error = try product.complaint("search", question)
        #expect(error["code"]?.int == -32602)
        #expect(error["data"]?["parameter"]?.string == "departure_date")
        #expect(error["message"]?.string?.contains("as_of") == true)
      }
    }
  }

  @Test("B13: connections count with their layovers, and those that do not join or go back in time are none")
  func connections() throws {
    let text = try Self.fares("B13/itineraries.json") { row in
      let legs = row["legs"] as? [[String: String]] ?? []
      let segments = legs.map { leg in
        let names = [("origin", "from"), ("destination", "to"), ("departs_at", "dep"), ("arrives_at", "arr")]
        return "{" + names.map { "\"\($0)\":\"\(leg[$1] ?? "")\"" }.joined(separator: ",") + "}"
      }
      return ["price": Self.text(row["price"]), "segments": "[\(segments.joined(separator: ","))]"]
    }.replacingOccurrences(of: #",QC\d"#, with: ",", options: .regularExpression)
    let product = try Product()
    let report = try product.ingest(text: text)
    #expect(report["rows_loaded"]?.int == 2 && report["rows_rejected"]?.int == 2)
    let cheapest = try product.search(["order": "cheapest"])
    #expect(cheapest.itineraries.map { $0["price"]?.string } == ["79.00", "132.00"])
    #expect(cheapest.itineraries.map { $0["duration_minutes"]?.int } == [1730, 280])
    #expect(cheapest.itineraries.map { $0["stops"]?.int } == [1, 1])
    let arrivals = cheapest.itineraries.map { $0["legs"]?[0]?["arrives_at"]?.string }
    #expect(arrivals == ["2026-09-11T14:50", "2026-09-10T14:40"])
    #expect(try product.search(["order": "fastest"]).itineraries.first?["duration_minutes"]?.int == 280)
    let direct = try product.search(["direct_only": true])
    #expect(direct.itineraries.isEmpty)
    #expect(direct["removed"]?["direct_only"]?.int == 2)
  }

  @Test("B17: what has no price comes last, and counts in no minimum")
  func unpriced() throws {
    let product = try Product()
    try product.ingest(text: Self.fares("B17/itineraries.json", Self.plain))
    let answer = try product.search(["order": "cheapest"])
    #expect(answer.flights.prefix(2) == ["QZ5", "QZ3"])
    #expect(Set(answer.flights.suffix(3)) == ["QZ1", "QZ2", "QZ4"])
    #expect(answer.itineraries.suffix(3).allSatisfy { $0["price_minor"]?.isNull == true })
    #expect(answer["stats"]?["by_stops"]?[0]?["price"]?.string == "330.00")
    #expect(answer["tabs"]?["fastest"]?["price_minor"]?.int == 33_400)
  }

  @Test("B26: a missing duration never wins Fastest, and unknown stops are not direct")
  func missingDuration() throws {
    let product = try Product()
    try product.ingest(text: Self.fares("B26/itineraries.json", Self.plain))
    #expect(try product.search(["order": "fastest"]).flights == ["QD3", "QD4", "QD2", "QD1"])
    #expect(try product.search(["direct_only": true]).flights == ["QD1"])
    #expect(try product.search(["max_duration_minutes": 770]).flights.sorted() == ["QD3", "QD4"])
  }

  @Test("B27: ties have one order, in every process and whatever the order of loading, and pages join to the whole")
  func ties() throws {
    let lines = try Self.fares("B27/itineraries.json", Self.plain).split(separator: "\n").map(String.init)
    var whole: Set<String> = []
    for rows in [Array(lines.dropFirst()), lines.dropFirst().reversed(), lines.dropFirst().sorted()] {
      let product = try Product()
      try product.ingest(text: ([lines[0]] + rows).joined(separator: "\n") + "\n")
      for _ in 0..<3 { whole.insert(try product.search(["order": "cheapest"]).flights.joined(separator: " ")) }
      var paged: [String] = []
      var cursor: String?
      repeat {
        let page = try product.search(
          ["order": "cheapest", "limit": 2].merging(cursor.map { ["cursor": $0] } ?? [:]) { $1 }
        )
        paged += page.flights
        cursor = page["next_cursor"]?.string
      } while cursor != nil
      whole.insert(paged.joined(separator: " "))
    }
    #expect(whole.count == 1)
    let order = try #require(whole.first).split(separator: " ")
    #expect(order.first == "QT3" && order.suffix(3) == ["QT6", "QT4", "QT5"])
  }

  @Test("B29: a one-way fare never answers a return question, unless two are combined and say so")
  func returns() throws {
    let product = try Product()
    try product.ingest(
      text: Self.fares("B29/offers.json") { row in
        [
          "origin": row["dir"] as? String == "in" ? "FCO" : "OSL", "date": Self.text(row["out"]),
          "return_date": Self.text(row["back"]), "price": Self.text(row["price"]),
        ]
      }
    )
    let back: [String: Any] = ["return_date": "2026-09-17", "order": "cheapest"]
    #expect(try product.search(back).itineraries.map { $0["price"]?.string } == ["190.00"])
    let combined = try product.search(back.merging(["combine": true]) { $1 })
    #expect(combined.itineraries.map { $0["price"]?.string } == ["175.00", "190.00"])
    #expect(combined.itineraries.map { $0["combined"]?.bool } == [true, nil])
    #expect(try product.search(["order": "cheapest"]).itineraries.map { $0["price"]?.string } == ["80.00"])
    #expect(try product.september()["days"]?.items[9]["price"]?.string == "80.00")
  }

  @Test("B30: prices, durations and stops are compared as numbers")
  func numbers() throws {
    let product = try Product()
    try product.ingest(
      text: Self.fares("B30/itineraries.json") { row in
        let duration = Self.text(row["duration"]).split(separator: " ").reduce(0) { total, word in
          total + (Int(word.dropLast()) ?? 0) * (word.hasSuffix("h") ? 60 : 1)
        }
        let stops = Self.text(row["stops"])
        return [
          "price": Self.text(row["price"]), "duration_minutes": "\(duration)",
          "stops": stops == "Nonstop" ? "0" : String(stops.prefix { $0 != " " }),
        ]
      }
    )
    #expect(try product.search(["order": "cheapest"]).flights == ["QX3", "QX4", "QX2", "QX1"])
    let fastest = try product.search(["order": "fastest"])
    #expect(fastest.flights == ["QX4", "QX3", "QX2", "QX1"])
    #expect(fastest.itineraries.map { $0["duration_minutes"]?.int } == [129, 160, 545, 600])
    #expect(fastest["stats"]?["by_stops"]?.items.map { $0["stops"]?.int } == [0, 1, 2, 10])
  }
}

extension Product {
  /// The search of OSL–FCO on 10 September 2026, which the cases are about.
  fileprivate func search(_ more: [String: Any]) throws -> JSON {
    let question: [String: Any] = [
      "origin": "OSL", "destination": "FCO", "departure_date": "2026-09-10", "as_of": CaseFiles.asOf,
    ]
    return try ask("search", question.merging(more) { $1 })
  }
}

extension JSON {
  /// The itineraries of a search.
  var itineraries: [JSON] { self["itineraries"]?.items ?? [] }

  /// The first flight of each itinerary of a search.
  var flights: [String] { itineraries.map { $0["legs"]?[0]?["segments"]?[0]?["flight_number"]?.string ?? "" } }
}
