import FareStore
import Foundation
import Testing

@testable import faregrid

@Suite("The load test")
struct LoadTestTests {
  private static let small = ["--seconds", "1", "--routes", "2", "--json"]

  /// What the contract calls the object of a scenario: its members, in order.
  private static let members =
    #"^\{"scenario":"SCENARIO","requests":\d+,"seconds":[\d.]+,"requests_per_second":\d+,"bytes_per_answer":\d+,"#
    + #""latency_us":\{"p50":[\d.]+,"p90":[\d.]+,"p99":[\d.]+,"p99_9":[\d.]+,"max":[\d.]+\},"wrong":0\}\n$"#

  @Test("prints the object of the contract, also at a rate, over several processes and with nothing kept")
  func served() throws {
    let product = try Product()
    let calls = [
      ["calendar"], ["stdio", "--pipeline", "1", "--connections", "2"], ["stdio", "--rate", "20", "--no-kept-answers"],
      ["database", "--rate", "10"],
    ]
    for call in calls {
      let output = try product.done(["loadtest"] + call + Self.small)
      let pattern = Self.members.replacingOccurrences(of: "SCENARIO", with: call[0])
      #expect(output.range(of: pattern, options: .regularExpression) != nil, "\(output)")
      let report = try JSON(output)
      #expect(report["requests"]?.int ?? 0 > 0)
      #expect((5_000...12_000).contains(report["bytes_per_answer"]?.int ?? 0))
      if call.contains("20") { #expect(report["requests"]?.int == 20) }
    }
  }

  @Test("tells people how much memory a served process holds, and what it came to hold")
  func servedMemory() throws {
    let output = try Product().done(["loadtest", "stdio", "--seconds", "1", "--routes", "2"])
    let pattern =
      #"\nmemory      ([\d.]+) MiB with the first answer, ([\d.]+) MiB when all was asked once, "#
      + #"([\d.]+) MiB at the end\n"#
    #expect(output.range(of: pattern, options: .regularExpression) != nil, "\(output)")
    #expect(!output.contains(" 0.0 MiB"))
  }

  @Test("prints the object of the contract for the kernel")
  func kernel() throws {
    let output = try Product().done(["loadtest", "kernel", "--days", "365", "--seconds", "1", "--json"])
    let pattern =
      #"^\{"scenario":"kernel","days":365,"rows":20000,"ns_per_row":[\d.]+,"copy_ns_per_row":[\d.]+,"#
      + #""days_per_second":\d+\}\n$"#
    #expect(output.range(of: pattern, options: .regularExpression) != nil, "\(output)")
  }

  @Test("a wrong answer fails the run, and the report tells how many there were", arguments: ["stdio", "calendar"])
  func wrongAnswer(scenario: String) throws {
    let product = try Product()
    try product.done(["loadtest", scenario] + Self.small)
    let url = try product.done(["db", "url"]).trimmingCharacters(in: .newlines)
    try PostgresConnection(conninfo: url)
      .execute("update faregrid_loadtest.day_price set price_minor[5] = price_minor[5] + 1")
    let run = try product.run(["loadtest", scenario] + Self.small)
    #expect(run.status == 1)
    #expect(try JSON(run.output)["wrong"]?.int ?? 0 > 0)
    #expect(run.error.hasPrefix("error: a wrong answer: "))
  }

  @Test("makes fares once, others when others are asked for, and leaves the user's alone")
  func schema() throws {
    let product = try Product()
    let made = "making 2 routes of fares in the schema faregrid_loadtest\n"
    #expect(try product.run(["loadtest", "database"] + Self.small).error == made)
    #expect(try product.run(["loadtest", "database"] + Self.small).error == "")
    let others = try product.run(["loadtest", "database", "--seconds", "1", "--routes", "1"])
    #expect(others.error == "making 1 route of fares in the schema faregrid_loadtest\n")
    #expect(others.output.hasPrefix("throughput  "))
    #expect(try JSON(product.done(["status", "--json"]))["observations"]?.int == 0)
    try product.done(["loadtest", "remove"])
    #expect(try product.run(["loadtest", "database"] + Self.small).error == made)
  }

  @Test("does not remove fares that no load test made")
  func foreignFares() throws {
    let product = try Product(["FAREGRID_SCHEMA": "faregrid_loadtest"])
    try product.ingest(
      text: """
        origin,destination,departure_date,price,currency,observed_at,source
        OSL,FCO,2026-09-01,10.00,EUR,2026-08-01T00:00:00Z,mine
        """
    )
    for call in [["remove"], ["database"] + Self.small] {
      let run = try product.run(["loadtest"] + call)
      #expect(run.status == 1)
      #expect(
        run.error == "error: the schema faregrid_loadtest holds fares of mine, which no load test made\n"
      )
    }
    #expect(try product.observations().count == 1)
  }

  @Test("refuses flags that would do nothing")
  func uselessFlags() throws {
    let run = try Product().run(["loadtest", "kernel", "--rate", "5"])
    #expect(run.status == 64)
    #expect(run.error == "error: --rate: is for calendar, stdio or database, not for kernel\n")
  }
}
