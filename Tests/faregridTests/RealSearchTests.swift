import Foundation
import Support
import Testing

/// Real looks and replies, which lie beside the project and not in it.
enum RealData {
  static let hasLooks = SharedData.path("data/kayak_explore/observations_LIS.csv.gz") != nil
  static let skipped: Comment = "the data is not here: skipped"
}

@Suite("Searches of real replies", .enabled(if: !SharedData.replies.isEmpty, RealData.skipped))
struct RealSearchTests {
  @Test(
    "order no two itineraries otherwise than the reply does, and score them as it does",
    arguments: SharedData.replies
  )
  func agreesWithReply(path: String) throws {
    let content = try #require(JSON(String(contentsOfFile: path, encoding: .utf8))["content"])
    let reply = Reply(results: try #require(content["results"]))
    let product = try Product()
    let best = content["sortingOptions"]?["best"]?[0]?["itineraryId"]?.string
    var asked = try reply.question(with: #require(best))
    let seen = try #require(asked["as_of"])
    let report = try product.ingest(path, ["--observed-at", seen, "--currency", "EUR"])
    #expect(report["rows_rejected"]?.int == 0)
    for order in ["best", "cheapest", "fastest"] {
      var scores: [String: Double] = [:]
      for option in try #require(content["sortingOptions"]?[order]?.items) {
        let flights = try reply.flights(of: try #require(option["itineraryId"]?.string))
        scores[flights] = try #require((option["score"]?.value as? NSNumber)?.doubleValue)
      }
      asked["order"] = order
      let answer = try product.ask("search", asked)
      #expect(!scores.isEmpty && answer.itineraries.count == scores.count)
      let replied = try answer.itineraries.map { try #require(scores[Self.flights(of: $0)]) }
      #expect(replied == replied.sorted(by: >), "\(order)")
      guard order != "best" else { continue }
      for (itinerary, score) in zip(answer.itineraries, replied) {
        let own = try #require((itinerary["scores"]?[order]?.value as? NSNumber)?.doubleValue)
        #expect(abs(own - score) < 1e-6)
      }
    }
  }

  private static func flights(of itinerary: JSON) throws -> String {
    let segments = try #require(itinerary["legs"]?.items).flatMap { $0["segments"]?.items ?? [] }
    return try segments.map { try #require($0["flight_number"]?.string) }.joined(separator: "+")
  }
}

/// The results of a reply, whose parts name each other by identifiers. One that names nothing is a failure.
private struct Reply {
  var results: JSON

  /// The question that an itinerary answers, asked as the day of departure begins in UTC.
  func question(with id: String) throws -> [String: String] {
    let legs = try legs(of: id)
    let out = try #require(legs.first)
    let day = try day(of: out)
    var question = [
      "origin": try place(out["originPlaceId"]), "destination": try place(out["destinationPlaceId"]),
      "departure_date": day, "as_of": "\(day)T00:00:00Z",
    ]
    if legs.count > 1 { question["return_date"] = try self.day(of: legs[1]) }
    return question
  }

  /// What tells an itinerary: as which flights it leaves.
  func flights(of id: String) throws -> String {
    let segments = try legs(of: id).flatMap { try #require($0["segmentIds"]?.items) }
    return try segments.map { id in
      let segment = try named("segments", id)
      let carrier = try #require(named("carriers", segment["marketingCarrierId"])["iata"]?.string)
      return carrier + String(try #require(segment["marketingFlightNumber"]?.string.flatMap { Int($0) }))
    }.joined(separator: "+")
  }

  private func legs(of id: String) throws -> [JSON] {
    try #require(results["itineraries"]?[id]?["legIds"]?.items).map { try named("legs", $0) }
  }

  private func place(_ id: JSON?) throws -> String {
    try #require(named("places", id)["iata"]?.string)
  }

  private func day(of leg: JSON) throws -> String {
    let parts = try ["year", "month", "day"].map { try #require(leg["departureDateTime"]?[$0]?.int) }
    return parts.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: "-")
  }

  private func named(_ table: String, _ id: JSON?) throws -> JSON {
    let id = try #require(id?.string)
    return try #require(results[table]?[id])
  }
}

@Suite("Everywhere of real looks", .enabled(if: RealData.hasLooks, RealData.skipped))
struct RealEverywhereTests {
  /// Debug builds are many times slower, and take every so many of the destinations.
  private static var stride: Int {
    #if DEBUG
      16
    #else
      1
    #endif
  }

  /// Whether a destination takes part.
  private static func takesPart(_ destination: some StringProtocol) -> Bool {
    destination.utf8.reduce(0) { $0 * 31 + Int($1) } % stride == 0
  }

  @Test("is the cheapest of every destination, as at two instants, with and without an age")
  func agreesWithExpected() throws {
    let product = try Product()
    let fares = try Self.fares()
    let report = try product.ingest(text: fares.text)
    #expect(fares.count > 0 && report["rows_loaded"]?.int == fares.count)
    let path = try #require(SharedData.path("data/kayak_explore/expected_everywhere.csv"))
    let expected = try CSVText.rows(String(contentsOfFile: path, encoding: .utf8))
      .filter { Self.takesPart($0["destination"] ?? "") }
    let questions = Dictionary(grouping: expected) { [$0["as_of"] ?? "", $0["max_age_hours"] ?? ""] }
    #expect(questions.count == 4)
    for (question, rows) in questions {
      var asked: [String: Any] = ["origin": "LIS", "trip": "return", "as_of": question[0]]
      asked["max_age_hours"] = Int(question[1])
      let groups = try #require(try product.ask("everywhere", asked)["groups"]?.items)
      #expect(groups.map(Self.line) == rows.map(Self.line))
    }
  }

  /// The looks in the own format. Their instants are on the clock of Lisbon.
  private static func fares() throws -> (text: String, count: Int) {
    let path = try #require(SharedData.path("data/kayak_explore/observations_LIS.csv.gz"))
    let unpacked = Process()
    unpacked.executableURL = URL(filePath: "/bin/sh")
    unpacked.arguments = ["-c", "gzip -dc \"$0\"", path]
    let output = Pipe()
    unpacked.standardOutput = output
    try unpacked.run()
    let lines = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      .split(whereSeparator: \.isNewline)
    unpacked.waitUntilExit()
    var text = "origin,destination,departure_date,return_date,price,currency,observed_at,fare,source\n"
    var count = 0
    for line in lines.dropFirst() {
      let fields = line.split(separator: ",", omittingEmptySubsequences: false)
      guard takesPart(fields[2]) else { continue }
      count += 1
      text += "\(fields[1]),\(fields[2]),\(fields[3]),\(fields[4]),\(fields[5]),EUR,\(instant(fields[0])),day,kayak\n"
    }
    return (text, count)
  }

  /// Lisbon is an hour ahead of UTC from 26 March 2023 01:00 UTC on, until after the last look.
  private static func instant(_ local: Substring) -> String {
    let digits = Array(local)
    let (year, month, day) = (String(digits[0..<4]), String(digits[4..<6]), String(digits[6..<8]))
    let (hour, minute) = (String(digits[8..<10]), String(digits[10..<12]))
    return "\(year)-\(month)-\(day)T\(hour):\(minute):00" + (local >= "202303260200" ? "+01:00" : "Z")
  }

  private static func line(_ row: [String: String]) -> String {
    let names = ["destination", "price_minor", "currency", "departure_date", "return_date", "observed_at"]
    return names.map { row[$0] ?? "" }.joined(separator: ",")
  }

  private static func line(_ group: JSON) -> String {
    let names = ["currency", "departure_date", "return_date", "observed_at"]
    let texts = names.map { group[$0]?.string ?? "" }
    return "\(group["destination"]?.string ?? ""),\(group["price_minor"]?.int ?? 0),"
      + texts.joined(separator: ",")
  }
}
