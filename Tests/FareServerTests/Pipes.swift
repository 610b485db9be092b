import CGNU
import FareServer
import Foundation
import Synchronization

/// Two pipes around a loop that runs on a thread of its own.
final class Pipes: Sendable {
  private let requests: (read: Int32, write: Int32)
  private let answers: (read: Int32, write: Int32)

  init() throws {
    FileDescriptor.ignoreClosedReaders()
    requests = try Self.pipe()
    answers = try Self.pipe()
  }

  func startLoop(_ answerer: sending EchoAnswerer) -> RunningLoop {
    let (input, output) = (FileDescriptor(requests.read), FileDescriptor(answers.write))
    let loop = RunningLoop()
    let box = Mutex<EchoAnswerer?>(answerer)
    let answersEnd = answers.write
    Thread.detachNewThread {
      guard let answerer = box.withLock({ $0.take() }) else { return }
      var stdio = StdioLoop(
        handler: RequestHandler(answerer: answerer) { _ in },
        input: RequestInput(input),
        output: output
      )
      let ending = try? stdio.run()
      close(answersEnd)
      loop.end(ending)
    }
    return loop
  }

  func send(_ bytes: [UInt8]) {
    try? FileDescriptor(requests.write).write(bytes.span)
  }

  func closeInput() { close(requests.write) }

  func closeReader() { close(answers.read) }

  /// What one read gives, empty at the end.
  func receive(upTo size: Int) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: size)
    let count = (try? FileDescriptor(answers.read).read(into: &buffer)) ?? 0
    return Array(buffer.prefix(count))
  }

  private static func pipe() throws -> (read: Int32, write: Int32) {
    var ends: [Int32] = [0, 0]
    guard unsafe pipe2(&ends, O_CLOEXEC) == 0 else { throw CocoaError(.fileReadUnknown) }
    return (ends[0], ends[1])
  }
}

/// A loop on its own thread.
final class RunningLoop: Sendable {
  private let done = DispatchSemaphore(value: 0)
  private let result = Mutex<StdioEnding?>(nil)

  func end(_ ending: StdioEnding?) {
    result.withLock { $0 = ending }
    done.signal()
  }

  /// How the loop ended, once it has; nil when it threw.
  var ending: StdioEnding? {
    done.wait()
    done.signal()
    return result.withLock { $0 }
  }
}

func serve(_ pieces: [String]) throws -> (output: String, ending: StdioEnding?) {
  try serve(bytes: pieces.map { Array($0.utf8) })
}

func serve(
  _ pieces: [String],
  answerer: sending EchoAnswerer,
  readSize: Int
) throws -> (output: String, ending: StdioEnding?) {
  try serve(bytes: pieces.map { Array($0.utf8) }, answerer: answerer, readSize: readSize)
}

/// Sends `pieces`, one write each, while reading the answers `readSize` bytes at a time.
func serve(
  bytes pieces: [[UInt8]],
  answerer: sending EchoAnswerer = EchoAnswerer(),
  readSize: Int = 1 << 16
) throws -> (output: String, ending: StdioEnding?) {
  let pipes = try Pipes()
  let loop = pipes.startLoop(answerer)
  Thread.detachNewThread {
    for piece in pieces { pipes.send(piece) }
    pipes.closeInput()
  }
  var output: [UInt8] = []
  while case let bytes = pipes.receive(upTo: readSize), !bytes.isEmpty { output += bytes }
  return (String(decoding: output, as: UTF8.self), loop.ending)
}
