import FareStore
import Foundation
import Support
import Testing

/// The built product as a user runs it: the real program, a real PostgreSQL, and a schema of its own.
struct Product {
  /// What a run came to.
  struct Run {
    var status: Int32
    var output: String
    var error: String

    var lines: [String] { output.split(separator: "\n").map(String.init) }
  }

  let environment: [String: String]

  /// A product over an empty store.
  init(_ more: [String: String] = [:]) throws {
    var environment = ProcessInfo.processInfo.environment
    if case .url(let url) = try TestDatabase.make() { environment["FAREGRID_DATABASE_URL"] = url }
    environment["NO_COLOR"] = "1"
    self.environment = environment.merging(more) { $1 }
  }

  /// The same store with other surroundings.
  private init(environment: [String: String]) {
    self.environment = environment
  }

  /// The same store with further environment variables.
  func with(_ more: [String: String]) -> Product {
    Product(environment: environment.merging(more) { $1 })
  }

  /// Runs a command to its end.
  @discardableResult
  func run(_ arguments: [String], input: Data = Data(), folder: String? = nil) throws -> Run {
    let process = Process()
    process.executableURL = Self.program
    process.arguments = arguments
    process.environment = environment
    if let folder { process.currentDirectoryURL = URL(filePath: folder) }
    let scratch = try Scratch()
    let (output, error) = (scratch.file("output"), scratch.file("error"))
    let standardInput = try scratch.write(input, as: "input")
    process.standardInput = try FileHandle(forReadingFrom: URL(filePath: standardInput))
    process.standardOutput = try scratch.handle(output)
    process.standardError = try scratch.handle(error)
    try process.run()
    process.waitUntilExit()
    return Run(
      status: process.terminationStatus,
      output: String(decoding: try Data(contentsOf: URL(filePath: output)), as: UTF8.self),
      error: String(decoding: try Data(contentsOf: URL(filePath: error)), as: UTF8.self)
    )
  }

  /// Runs a command that must end with 0, and returns what it printed.
  @discardableResult
  func done(_ arguments: [String], input: Data = Data()) throws -> String {
    let run = try run(arguments, input: input)
    try #require(run.status == 0, "\(arguments): \(run.error)")
    return run.output
  }

  /// Ingests a file and returns its report.
  @discardableResult
  func ingest(_ path: String, _ flags: [String] = []) throws -> JSON {
    let run = try run(["ingest", "--json"] + flags + [path])
    return try JSON(try #require(run.lines.first, "\(run.error)"))
  }

  /// Ingests a text as a file of its own and returns the report.
  @discardableResult
  func ingest(text: String, as name: String = "fares.csv", _ flags: [String] = []) throws -> JSON {
    let scratch = try Scratch()
    return try ingest(scratch.write(Data(text.utf8), as: name), flags)
  }

  /// Asks one question on stdio and returns its result.
  func ask(_ method: String, _ parameters: [String: Any]) throws -> JSON {
    let answer = try answer(method, parameters)
    return try #require(answer["result"], "\(answer)")
  }

  /// Asks one question on stdio and returns the error that answers it.
  func complaint(_ method: String, _ parameters: [String: Any]) throws -> JSON {
    let answer = try answer(method, parameters)
    return try #require(answer["error"], "\(answer)")
  }

  private func answer(_ method: String, _ parameters: [String: Any]) throws -> JSON {
    let request: [String: Any] = ["jsonrpc": "2.0", "id": 1, "method": method, "params": parameters]
    let line = try JSONSerialization.data(withJSONObject: request) + Data("\n".utf8)
    return try JSON(try done(["query"], input: line))
  }

  /// The observations of the store, each by its column names.
  func observations() throws -> [[String: String]] {
    try CSVText.rows(try done(["export", "observations"]))
  }

  private static var program: URL {
    URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "faregrid")
  }
}

/// A JSON value, read leniently: what is not there is nil.
struct JSON: CustomStringConvertible {
  let value: Any

  init(_ text: String) throws {
    value = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
  }

  private init(value: Any) {
    self.value = value
  }

  subscript(_ key: String) -> JSON? {
    ((value as? [String: Any])?[key]).map(JSON.init(value:))
  }

  subscript(_ index: Int) -> JSON? {
    guard let items = value as? [Any], items.indices.contains(index) else { return nil }
    return JSON(value: items[index])
  }

  var items: [JSON] { (value as? [Any] ?? []).map(JSON.init(value:)) }
  var string: String? { value as? String }
  var int: Int? { value as? Int }
  var bool: Bool? { value as? Bool }
  var isNull: Bool { value is NSNull }
  var description: String { "\(value)" }
}

/// CSV as tests read it: slow, obvious, and apart from the product's reader.
enum CSVText {
  /// The records of a text by the names of its header.
  static func rows(_ text: String) throws -> [[String: String]] {
    var records: [[String]] = [[]]
    var field = ""
    var isQuoted = false
    var rest = Substring(text)
    while let character = rest.popFirst() {
      if isQuoted {
        if character == "\"" {
          if rest.first == "\"" { field.append(rest.removeFirst()) } else { isQuoted = false }
        } else {
          field.append(character)
        }
      } else if character == "\"" {
        isQuoted = true
      } else if character == "," {
        records[records.count - 1].append(field)
        field = ""
      } else if character.isNewline {
        records[records.count - 1].append(field)
        field = ""
        records.append([])
      } else {
        field.append(character)
      }
    }
    if !field.isEmpty || !(records.last?.isEmpty ?? true) { records[records.count - 1].append(field) }
    records.removeAll { $0.isEmpty }
    guard let header = records.first else { return [] }
    return records.dropFirst().map { Dictionary(zip(header, $0)) { first, _ in first } }
  }
}

extension JSON {
  /// The day of a calendar answer, by its date.
  func day(_ date: String) -> JSON? {
    self["days"]?.items.first { $0["departure_date"]?.string == date }
  }

  /// The days of a calendar answer that have a price, by date.
  var prices: [String: String] {
    var prices: [String: String] = [:]
    for day in self["days"]?.items ?? [] {
      if let date = day["departure_date"]?.string, let price = day["price"]?.string { prices[date] = price }
    }
    return prices
  }
}
