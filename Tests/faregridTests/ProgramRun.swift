import FareModel
import FareServer
import Foundation

@testable import faregrid

/// What a command line did, in this process.
struct ProgramRun {
  var code: ExitCode
  var output: String
  var error: String

  /// Runs the words after the program's name. `input` is no part of it: commands that read stdin are run as programs.
  init(
    _ words: [String],
    _ commands: [Command],
    terminal: Terminal = Samples.plain
  ) throws {
    let (output, error) = (try Capture(), try Capture())
    let console = Console(terminal: terminal, output: output.descriptor, error: error.descriptor)
    code = Program(commands: commands, console: console).run(words)
    (self.output, self.error) = (output.text(), error.text())
  }

  /// A file that is gone once it is read.
  private final class Capture {
    private let file: FileHandle
    private let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

    init() throws {
      try Data().write(to: url)
      file = try FileHandle(forUpdating: url)
    }

    var descriptor: FileDescriptor { FileDescriptor(file.fileDescriptor) }

    func text() -> String {
      defer { try? FileManager.default.removeItem(at: url) }
      return String(decoding: (try? Data(contentsOf: url)) ?? Data(), as: UTF8.self)
    }
  }
}

/// What the built program did, run as a user runs it.
struct ToolRun {
  var status: Int32
  var output: String
  var error: String

  init(_ arguments: [String], environment: [String: String] = [:], input: String = "") throws {
    let (inputPipe, outputPipe, errorPipe) = (Pipe(), Pipe(), Pipe())
    let process = Process()
    process.executableURL = Self.path
    process.arguments = arguments
    process.environment = environment
    (process.standardInput, process.standardOutput, process.standardError) = (inputPipe, outputPipe, errorPipe)
    try process.run()
    try inputPipe.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try inputPipe.fileHandleForWriting.close()
    output = try Self.text(of: outputPipe)
    error = try Self.text(of: errorPipe)
    process.waitUntilExit()
    status = process.terminationStatus
  }

  static let path = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "faregrid")

  private static func text(of pipe: Pipe) throws -> String {
    String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
  }
}
