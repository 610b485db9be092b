import Foundation
import Support
import Testing

@Suite("Cases about stdio", .enabled(if: CaseFiles.arePresent, CaseFiles.skipped))
struct StdioCases {
  private func answers(_ file: String, _ product: Product? = nil) throws -> [JSON] {
    let input = try Data(contentsOf: URL(filePath: CaseFiles.path(file)))
    return try (product ?? Product()).run(["query"], input: renamed(input)).lines.map { try JSON($0) }
  }

  /// The cases call the calendar by a placeholder's name and its currency is never in doubt.
  private func renamed(_ input: Data) -> Data {
    Data(String(decoding: input, as: UTF8.self).replacingOccurrences(of: "calendar.month", with: "calendar").utf8)
  }

  @Test("B47: everything read is answered once, then the process ends well")
  func endOfInput() throws {
    let lines = try answers("B47/requests.ndjson")
    #expect(lines.count == 4)
    #expect(lines.map { $0["id"]?.int } == [1, 2, nil, 3])
    #expect(lines[2]["error"]?["code"]?.int == -32700 && lines[2]["id"]?.isNull == true)
    let empty = try Product().run(["query"])
    #expect(empty.status == 0 && empty.output.isEmpty)
  }

  @Test("B48: large answers read slowly come whole, each once, in the order of the requests")
  func largeAnswersReadSlowly() throws {
    let product = try Product()
    let requests = (1...64).map { id in
      let question =
        id % 2 == 1
        ? #""calendar","params":{"origin":"OSL","destination":"FCO","from":"2026-01-01","to":"2027-01-31"}"#
        : #""ping""#
      return #"{"jsonrpc":"2.0","id":\#(id),"method":\#(question)}"#
    }
    let slow = try product.runReadSlowly(["query"], input: Data(requests.joined(separator: "\n").utf8))
    let ids = try slow.split(separator: "\n").map { try JSON(String($0))["id"]?.int }
    #expect(ids == Array(1...64))
  }

  @Test("B50: stdout holds answers and nothing else, also when the database is down")
  func answersOnly() throws {
    for product in [
      try Product(), try Product(["LANG": "C", "LC_ALL": "C"]),
      try Product(["FAREGRID_DATABASE_URL": "host=/nonexistent dbname=none"]),
    ] {
      let lines = try answers("B50/requests.ndjson", product)
      #expect(lines.map { $0["id"]?.int } == [1, 2, 3])
      #expect(lines[0]["result"] != nil)
      #expect(lines[1]["error"]?["code"]?.int == -32601)
      #expect(lines[2]["error"] != nil)
    }
  }

  @Test("B51: null ids, notifications and batches are answered as JSON-RPC 2.0 says")
  func batchesAndNotifications() throws {
    let lines = try answers("B51/requests.ndjson")
    #expect(lines.count == 7)
    #expect(lines[0]["result"] != nil && lines[0]["id"]?.isNull == true)
    #expect(lines[1]["error"]?["code"]?.int == -32600 && lines[1]["id"]?.isNull == true)
    #expect(lines[2].items.map { $0["error"]?["code"]?.int } == [-32600, -32600])
    #expect(lines[3].items.count == 2)
    #expect(lines[3].items.first { $0["id"]?.string == "a" }?["result"] != nil)
    #expect(lines[4]["id"]?.int == 7 && [-32602, -32600].contains(lines[4]["error"]?["code"]?.int))
    #expect(lines[5]["id"]?.int == 8 && lines[5]["error"]?["code"]?.int == -32600)
    #expect(lines[6]["error"]?["code"]?.int == -32600)
  }

  @Test("B53: what JSON parsers disagree on is refused, and the next line is served")
  func ambiguousJSON() throws {
    let codes = try answers("B53/requests.ndjson").map { $0["error"]?["code"]?.int }
    #expect(codes.count == 7)
    #expect([codes[0], codes[1]].allSatisfy { [-32600, -32700].contains($0) })
    #expect(codes[2] == -32700)
    #expect(codes[3] != nil)
    #expect(codes[4] == nil)
    #expect(codes[5] == -32700)
    #expect(codes[6] == -32700)
  }

  @Test("B55: broken lines are answered as such and the lines after them served")
  func brokenLines() throws {
    #expect(try answers("B55/pretty.txt").contains { $0["id"]?.int == 2 && $0["result"] != nil })
    #expect(try answers("B55/framed.txt").contains { $0["error"]?["code"]?.int == -32700 })
    #expect(try answers("B55/crlf.txt").map { $0["id"]?.int } == [5, 6])
  }

  @Test("B56: twenty processes print the same bytes")
  func sameBytes() throws {
    let product = try Product.over("B56/fares.csv")
    let line =
      #"{"jsonrpc":"2.0","id":1,"method":"calendar","params":"#
      + #"{"origin":"OSL","destination":"FCO","month":"2026-09","as_of":"\#(CaseFiles.asOf)"}}"#
    let outputs = try (1...20).map { _ in try product.done(["query"], input: Data(line.utf8)) }
    #expect(Set(outputs).count == 1)
    #expect(outputs[0].contains(#""counts":{"low":8,"avg":15,"high":7}"#))
  }

  @Test("B58: two hundred questions at once on one process are answered each for its own month")
  func manyQuestions() throws {
    let product = try Product.over("B56/fares.csv")
    let months = (1...200).map { "2026-\($0 % 12 < 9 ? "0" : "")\(1 + $0 % 12)" }
    let lines = months.enumerated().map { index, month in
      #"{"jsonrpc":"2.0","id":\#(index),"method":"calendar","params":{"origin":"OSL","destination":"FCO","month":"\#(month)"}}"#
    }
    let answers = try product.done(["query"], input: Data(lines.joined(separator: "\n").utf8)).split(separator: "\n")
    #expect(try answers.map { try JSON(String($0))["result"]?["month"]?.string } == months)
  }
}

extension Product {
  /// Runs a command whose output is read in small pieces with pauses, so that its writes are cut short.
  fileprivate func runReadSlowly(_ arguments: [String], input: Data) throws -> String {
    let scratch = try Scratch()
    let file = try scratch.write(input, as: "input")
    let pipe = Pipe()
    let process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(
      path: "faregrid"
    )
    process.arguments = arguments
    process.environment = environment
    process.standardInput = try FileHandle(forReadingFrom: URL(filePath: file))
    process.standardOutput = pipe
    try process.run()
    var output = Data()
    while let piece = try pipe.fileHandleForReading.read(upToCount: 65_536), !piece.isEmpty {
      output += piece
      usleep(2_000)
    }
    process.waitUntilExit()
    return String(decoding: output, as: UTF8.self)
  }
}
