import Foundation
import Support
import Testing

/// Real looks and replies, which lie beside the project and not in it.
enum RealData {
  static let hasReplies = SharedData.path("data/skyscanner_live_v3/raw") != nil
  static let hasLooks = SharedData.path("data/kayak_explore/observations_LIS.csv.gz") != nil
  static let skipped: Comment = "the data is not here: skipped"
}

@Suite("Searches of real replies", .enabled(if: RealData.hasReplies, RealData.skipped))
struct RealSearchTests {
  @Test(
    "order no two itineraries otherwise than the reply does, and score them as it does",
    arguments: ["BKK_23", "BKK_24", "DPS_23", "DPS_25", "MAD_23", "MAD_25"]
  )
  func agreesWithReply(name: String) throws {
    let path = try #require(SharedData.path("data/skyscanner_live_v3/raw/response_\(name)_01.json"))
    let product = try Product()
    let seen = "2023-01-19T12:00:00Z"
    let report = try product.ingest(path, ["--observed-at", seen, "--currency", "EUR"])
    #expect(report["rows_loaded"]?.int == 10)
    let reply = try JSON(String(contentsOfFile: path, encoding: .utf8))
    let content = try #require(reply["content"])
    for order in ["best", "cheapest", "fastest"] {
      var scores: [String: Double] = [:]
      for option in content["sortingOptions"]?[order]?.items ?? [] {
        let id = try #require(option["itineraryId"]?.string)
        scores[try flights(of: id, content)] = (option["score"]?.value as? NSNumber)?.doubleValue
      }
      let answer = try product.ask(
        "search",
        [
          "origin": "BCN", "destination": String(name.prefix(3)), "departure_date": "2023-01-\(name.suffix(2))",
          "order": order, "as_of": seen,
        ]
      )
      #expect(answer.itineraries.count == 10)
      let replied = try answer.itineraries.map { try #require(scores[Self.flights(of: $0)]) }
      #expect(replied == replied.sorted(by: >), "\(order)")
      guard order != "best" else { continue }
      for (itinerary, score) in zip(answer.itineraries, replied) {
        let own = try #require((itinerary["scores"]?[order]?.value as? NSNumber)?.doubleValue)
        #expect(abs(own - score) < 1e-6)
      }
    }
  }

  /// What tells an itinerary of the reply: when and as which flights it leaves.
  private func flights(of id: String, _ content: JSON) throws -> String {
    let results = try #require(content["results"])
    let leg = try #require(results["itineraries"]?[id]?["legIds"]?[0]?.string.flatMap { results["legs"]?[$0] })
    let numbers = (leg["segmentIds"]?.items ?? []).compactMap { segmentID -> String? in
      guard let segment = segmentID.string.flatMap({ results["segments"]?[$0] }),
        let carrier = segment["marketingCarrierId"]?.string.flatMap({ results["carriers"]?[$0]?["iata"]?.string })
      else { return nil }
      return carrier + String(Int(segment["marketingFlightNumber"]?.string ?? "") ?? 0)
    }
    return numbers.joined(separator: "+")
  }

  private static func flights(of itinerary: JSON) -> String {
    (itinerary["legs"]?[0]?["segments"]?.items ?? []).compactMap { $0["flight_number"]?.string }.joined(separator: "+")
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
