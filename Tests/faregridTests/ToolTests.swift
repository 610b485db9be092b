import Foundation
import Testing

@testable import faregrid

@Suite("The built program")
struct ToolTests {
  @Test("says its version")
  func version() throws {
    let run = try ToolRun(["--version"])
    #expect(run.output == "faregrid \(Version.text)\n")
    #expect(run.error == "")
    #expect(run.status == 0)
  }

  @Test("keeps messages for people off stdout")
  func usage() throws {
    let run = try ToolRun(["dbb"])
    #expect(run.output == "")
    #expect(run.error == "error: dbb: no such command, did you mean db?\n")
    #expect(run.status == 64)
  }

  @Test("ends quietly when the reader has gone")
  func closedReader() throws {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", "{ sleep 0.1; \"$0\" --help; echo $? >&2; } | true", ToolRun.path.path]
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let said = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(String(decoding: said, as: UTF8.self) == "0\n")
  }

  @Test("shows a server of its own that was never started, and asks before it destroys")
  func database() throws {
    let home = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    let run = try ToolRun(["db", "status"], environment: ["FAREGRID_HOME": home])
    #expect(run.output == "state   not running\nhome    \(home)\ncluster no cluster yet, 0 B on disk\n")
    #expect(run.status == 0)
    let destroy = try ToolRun(["db", "destroy"], environment: ["FAREGRID_HOME": home])
    #expect(destroy.error.hasPrefix("error: --yes: missing, because destroy removes all fares in \(home)"))
    #expect(destroy.status == 64)
    #expect(!FileManager.default.fileExists(atPath: home))
  }

  @Test("leaves a server alone that is not its own")
  func foreignDatabase() throws {
    let url = "postgresql://db.example/fares"
    let environment = ["FAREGRID_DATABASE_URL": url]
    #expect(
      try ToolRun(["db", "url"], environment: environment).output == url + "?options=-csearch_path%3D%22faregrid%22\n"
    )
    let stop = try ToolRun(["db", "stop"], environment: environment)
    #expect(stop.error.hasPrefix("error: db stop: FAREGRID_DATABASE_URL names a server"))
    #expect(stop.status == 1)
  }
}
