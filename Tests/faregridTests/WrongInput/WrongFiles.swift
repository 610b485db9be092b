import FareStore
import Foundation
import Support
import Testing

@Suite("Wrong files")
struct WrongFiles {
  private let files: Scratch

  init() throws {
    files = try Scratch()
  }

  private func write(_ text: String, as name: String) throws -> String {
    try files.write(Data(text.utf8), as: name)
  }

  /// Runs a command that must fail with one line on stderr, and returns the line.
  private func failure(_ product: Product, _ arguments: [String], _ status: Int32) throws -> String {
    let run = try product.run(arguments)
    #expect(run.status == status, "\(run)")
    let errors = run.error.split(separator: "\n").filter { $0.hasPrefix("error: ") }
    #expect(errors.count == 1, "\(run.error)")
    return errors.first.map(String.init) ?? ""
  }

  @Test("an empty file, bytes of no text and a file that ends early are refused, and nothing that is stored is lost")
  func refused() throws {
    let product = try Product.holding(MadeFares.csv(5))
    let before = try product.done(["export", "observations"])
    var generator = SeededGenerator(seed: 35)
    let bytes =
      Data([0x7F, 0x45, 0x4C, 0x46, 0, 0])
      + Data((0..<5000).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    let random = try files.write(bytes, as: "random.csv")
    let compressed = try compress(write(MadeFares.csv(2000), as: "fares.csv"))
    let cut = try files.write(try Data(contentsOf: URL(filePath: compressed)).dropLast(100), as: "cut.csv.gz")
    for (path, reason) in [(try write("", as: "empty.csv"), "empty"), (random, "no text"), (cut, "truncated")] {
      let line = try failure(product, ["ingest", path], 65)
      #expect(line.contains(path) && line.contains(reason), "\(line)")
      #expect(try product.done(["export", "observations"]) == before)
    }
    #expect(try product.ingest(compressed)["rows_loaded"]?.int == 1995)
  }

  @Test("a file that is not there ends with 1, and does not keep those beside it from being loaded")
  func missing() throws {
    let product = try Product()
    let line = try failure(product, ["ingest", files.file("gone.csv")], 1)
    #expect(line.contains("gone.csv: No such file or directory"))
    let fares = try write(MadeFares.csv(4), as: "fares.csv")
    #expect(try failure(product, ["ingest", files.file("gone.csv"), fares], 1).contains("gone.csv"))
    #expect(try product.observations().count == 4)
  }

  @Test("a folder is read to the bottom in the order of its paths, past what is refused, gone or still on its way")
  func folder() throws {
    let product = try Product()
    let all = MadeFares.csv(6).split(separator: "\n").dropFirst()
    for (row, name) in zip(
      all,
      [
        "in/a.csv", "in/b/1.csv", "in/b/2.csv.part", "in/.hidden.csv", "in/.git/4.csv", "in/z.csv",
      ]
    ) {
      _ = try write(MadeFares.header + row + "\n", as: name)
    }
    _ = try write("rows=1", as: "in/a.csv.manifest")
    _ = try write("no,fares\n1,2\n", as: "in/c.csv")
    try FileManager.default.createSymbolicLink(atPath: files.file("in/d.csv"), withDestinationPath: files.file("gone"))
    let run = try product.run(["ingest", "--json", files.file("in")])
    #expect(run.status == 65)
    let reports = try run.lines.map { try JSON($0) }
    #expect(
      reports.map { $0["file"]?.string } == ["a.csv", "b/1.csv", "c.csv", "z.csv"].map { files.file("in/\($0)") }
    )
    #expect(reports.map { $0["state"]?.string } == ["loaded", "loaded", "refused", "loaded"])
    #expect(run.error.contains("d.csv: No such file or directory"))
    #expect(try product.observations().count == 3)
  }

  @Test("a report names the file that was given, also when its bytes came under another name before")
  func sameBytesUnderAnotherName() throws {
    let product = try Product()
    let (first, second) = (try write(MadeFares.csv(2), as: "a.csv"), try write(MadeFares.csv(2), as: "b.csv"))
    try product.ingest(first)
    let report = try product.ingest(second)
    #expect(report["state"]?.string == "already_loaded")
    #expect(report["file"]?.string == second)
  }

  @Test("more bad rows than --max-rejects allows refuse the file with the first reasons; allowed, the others load")
  func rejects() throws {
    let product = try Product()
    let path = try write(MadeFares.csv(120) + "OSL,FCO,2026-09-31,10,EUR,2026-07-01T00:00:00Z\n", as: "fares.csv")
    let run = try product.run(["ingest", "--json", "--max-rejects", "0", path])
    #expect(run.status == 65)
    let refused = try JSON(run.output)
    #expect(refused["state"]?.string == "refused")
    #expect(refused["rows_read"]?.int == 121 && refused["rows_rejected"]?.int == 121)
    #expect(refused["rows_loaded"]?.int == 0 && refused["rows_duplicate"]?.int == 0)
    #expect(run.error.contains("1 of its 121 rows are bad, more than --max-rejects 0"), "\(run.error)")
    #expect(run.error.contains("record 121: departure_date"), "\(run.error)")
    #expect(try product.observations().isEmpty)
    let listed = try product.done(["ingest", "--rejects", "\(try #require(refused["batch_id"]?.int))"])
    #expect(listed.contains("121") && listed.contains("departure_date") && listed.contains("2026-09-31"))

    let allowed = try product.run(["ingest", "--json", "--max-rejects", "1", path])
    #expect(allowed.status == 0)
    let report = try JSON(allowed.output)
    #expect(report["rows_loaded"]?.int == 120 && report["rows_rejected"]?.int == 1)
    #expect(try product.observations().count == 120)
  }

  @Test("B45: a file under its temporary name waits in its folder until it is renamed")
  func renamedIntoPlace() throws {
    let product = try Product()
    let part = try write(MadeFares.csv(3), as: "in/fares.csv.part")
    let early = try product.run(["ingest", files.file("in")])
    #expect(early.status == 0 && early.output.isEmpty)
    try FileManager.default.moveItem(atPath: part, toPath: files.file("in/fares.csv"))
    #expect(try product.run(["ingest", files.file("in")]).status == 0)
    #expect(try product.observations().count == 3)
  }

  @Test("what can be read once only is taken as it comes: a named pipe, and a shell's process substitution")
  func pipes() throws {
    let product = try Product()
    let pipe = files.file("pipe")
    let made = unsafe mkfifo(pipe, 0o600)
    try #require(made == 0)
    let fares = try write(MadeFares.csv(50), as: "fares.csv")
    let writer = Process()
    writer.executableURL = URL(filePath: "/bin/sh")
    writer.arguments = ["-c", "cat \"$0\" > \"$1\"", fares, pipe]
    try writer.run()
    let report = try product.ingest(pipe)
    writer.waitUntilExit()
    #expect(report["state"]?.string == "loaded" && report["rows_loaded"]?.int == 50, "\(report)")
    #expect(report["file"]?.string == pipe)
    #expect(try product.ingest(fares)["state"]?.string == "already_loaded")
  }

  private func compress(_ path: String) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["gzip", "-k", path]
    try process.run()
    process.waitUntilExit()
    return path + ".gz"
  }
}
