import Foundation
import Support
import Testing

@Suite("Ingest as cron runs it")
struct CronTests {
  private static let bad = "OSL,FCO,never,1,EUR,2026-07-01T00:00:00Z\n"

  @Test("with --quiet nothing is said when nothing is wrong, whether files are loaded, were loaded or have grown")
  func quiet() throws {
    let product = try Product()
    let inbox = try Scratch()
    _ = try inbox.write(Data(MadeFares.csv(3).utf8), as: "inbox/a.csv")
    _ = try inbox.write(Data(MadeFares.csv(5).utf8), as: "inbox/b.csv")
    for rows in [5, 5, 9] {
      _ = try inbox.write(Data(MadeFares.csv(rows).utf8), as: "inbox/b.csv")
      let run = try product.run(["ingest", "--wait", "--quiet", inbox.file("inbox")])
      #expect((run.status, run.output, run.error) == (0, "", ""))
    }
    #expect(try product.observations().count == 9)
    let run = try product.run(["ingest", inbox.file("inbox")])
    #expect(run.lines.count == 2 && run.error.isEmpty, "without it a line a batch is printed")
    #expect(try product.run(["ingest", "--quiet", "--json", inbox.file("inbox")]).status == 64)
  }

  @Test("what is wrong is said with --quiet, too, a line each without control characters, and the exit status tells")
  func wrong() throws {
    let product = try Product()
    let inbox = try Scratch()
    _ = try inbox.write(Data((MadeFares.csv(3) + Self.bad).utf8), as: "inbox/a\nb.csv")
    _ = try inbox.write(Data("\"pri\u{1B}[31m\nce\",origin\n1,OSL\n".utf8), as: "inbox/c.csv")
    // A stray quote is named by its column, which is the file's word.
    let columns = MadeFares.header.dropLast() + ",\"odd\u{7}\nname\"\n"
    _ = try inbox.write(
      Data((columns + MadeFares.csv(1).split(separator: "\n")[1] + ",a\"b\n").utf8),
      as: "inbox/d.csv"
    )
    let run = try product.run(["ingest", "--quiet", inbox.file("inbox")])
    #expect(run.status == 65 && run.output.isEmpty)
    let lines = run.error.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines.allSatisfy { $0.hasPrefix("error: ") || $0.hasPrefix("warning: ") }, "\(run.error)")
    #expect(lines.allSatisfy { $0.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control } })
    #expect(lines.count { $0.hasPrefix("error: ") } == 2)
    let warning = try product.run([
      "ingest", "--quiet", try inbox.write(Data((MadeFares.csv(4) + Self.bad).utf8), as: "e.csv"),
    ])
    #expect(warning.status == 0 && warning.error.hasPrefix("warning: ") && warning.output.isEmpty)
  }

  @Test("a file that is refused again and again keeps its number and takes no more room")
  func refusedAgain() throws {
    let product = try Product()
    let scratch = try Scratch()
    let path = try scratch.write(Data((MadeFares.header + Self.bad).utf8), as: "fares.csv")
    let first = try product.ingest(path)
    #expect(first["state"]?.string == "refused")
    #expect(try product.ingest(path)["batch_id"]?.int == first["batch_id"]?.int)
    let batches = try JSON(try product.done(["status", "--json", "--batches", "9"]))["newest_batches"]
    #expect(batches?.items.count == 1)
    let rejects = try product.done(["ingest", "--rejects", "\(first["batch_id"]?.int ?? 0)", "--json"])
    #expect(try JSON(rejects)["rejects"]?.items.count == 1, "\(rejects)")
  }
}
