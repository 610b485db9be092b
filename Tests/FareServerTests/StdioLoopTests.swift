import FareJSON
import FareModel
import FareServer
import Foundation
import Support
import Testing

@Suite("The stdio loop")
struct StdioLoopTests {
  private let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
  private let pong = #"{"jsonrpc":"2.0","id":1,"result":"pong"}"#

  @Test("answers everything before the end of input, with LF, CRLF, blank lines and no last newline")
  func answersAll() throws {
    let input = "\(ping)\n\n   \n\(ping)\r\n\r\nnot json\n\(ping)"
    let run = try serve([input])
    let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 5)
    #expect(lines[0] == pong)
    #expect(lines[1] == pong)
    #expect(lines[2].hasPrefix(#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"#))
    #expect(lines[3] == pong)
    #expect(lines[4] == "")
    #expect(run.ending == .inputEnded)
  }

  @Test("says nothing to an empty input")
  func answersNothing() throws {
    let run = try serve([])
    #expect(run.output == "")
    #expect(run.ending == .inputEnded)
  }

  @Test("answers an indented request with errors and serves the next")
  func servesAfterIndented() throws {
    let run = try serve(["{\n  \"jsonrpc\": \"2.0\",\n  \"id\": 9,\n  \"method\": \"ping\"\n}\n\(ping)\n"])
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 6)
    #expect(lines.dropLast().allSatisfy { $0.contains("-32700") })
    #expect(lines.last == pong[...])
  }

  @Test("gives the same answers however the input is cut into reads")
  func survivesCuts() throws {
    var random = SeededGenerator(seed: 47)
    let requests = (0..<300).map { id in
      let text = String(repeating: "é", count: Int.random(in: 1...400, using: &random))
      return #"{"jsonrpc":"2.0","id":\#(id),"method":"places","params":{"text":"\#(text)"}}"#
    }
    let input = requests.joined(separator: "\n")
    let whole = requests.map { answer(to: $0).answer }.joined()
    var rest = Array(input.utf8)[...]
    var pieces: [[UInt8]] = []
    while !rest.isEmpty {
      let piece = rest.prefix(Int.random(in: 1...3000, using: &random))
      pieces.append(Array(piece))
      rest = rest.dropFirst(piece.count)
    }
    #expect(try serve(bytes: pieces).output == whole)
  }

  @Test("answers a line over the limit once, and serves one at the limit and the next")
  func refusesLongLines() throws {
    let start = #"{"jsonrpc":"2.0","id":2,"method":"ping""#
    let atLimit = start + String(repeating: " ", count: Limits.longestLine - start.utf8.count - 1) + "}"
    let over = String(repeating: "[", count: 3 * Limits.longestLine)
    let lines = try serve([over, "\n", atLimit, "\n", atLimit, " \n", ping, "\n", over]).output.split(separator: "\n")
    let refusal = lines[0]
    #expect(refusal.hasPrefix(#"{"jsonrpc":"2.0","id":null,"error":{"code":-32003,"message":"limit_exceeded","#))
    #expect(lines == [refusal, #"{"jsonrpc":"2.0","id":2,"result":"pong"}"#, refusal, pong[...], refusal])
  }

  @Test("keeps large answers whole for a slow reader")
  func keepsAnswersWhole() throws {
    let requests = (0..<64).map { #"{"jsonrpc":"2.0","id":\#($0),"method":"places","params":{"text":"x"}}"# + "\n" }
    let run = try serve([requests.joined()], answerer: EchoAnswerer(paddingBytes: 20_000), readSize: 4096)
    let pad = String(repeating: "x", count: 20_000)
    #expect(
      run.output
        == (0..<64).map { #"{"jsonrpc":"2.0","id":\#($0),"result":{"text":"x","pad":"\#(pad)"}}"# + "\n" }.joined()
    )
  }

  @Test("answers a request while the input stays open")
  func flushesBeforeWaiting() throws {
    let pipes = try Pipes()
    let loop = pipes.startLoop(EchoAnswerer())
    pipes.send(Array("\(ping)\n".utf8))
    #expect(pipes.receive(upTo: 4096) == Array("\(pong)\n".utf8))  // Would wait for ever were it not flushed.
    pipes.closeInput()
    #expect(loop.ending == .inputEnded)
  }

  @Test("ends quietly when the reader has gone")
  func endsWithoutReader() throws {
    let pipes = try Pipes()
    pipes.closeReader()
    let loop = pipes.startLoop(EchoAnswerer())
    pipes.send(Array("\(ping)\n".utf8))
    #expect(loop.ending == .readerClosed)
  }
}
