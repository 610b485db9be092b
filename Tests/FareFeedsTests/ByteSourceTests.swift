import FareAtlas
import FareFeeds
import FareModel
import Foundation
import Support
import Testing

@Suite("bytes of files")
struct ByteSourceTests {
  private let text = Array(
    (0..<400).map { "\(row.replacing("91.00", with: "\($0).50"))\n" }.reduce("\(header)\n", +).utf8
  )

  /// What a program of the system makes of bytes, or nil with a line that says so when it is absent.
  private func piped(_ bytes: [UInt8], through program: String, _ arguments: String...) throws -> [UInt8]? {
    guard let path = ["/usr/bin/\(program)", "/bin/\(program)"].first(where: FileManager.default.isExecutableFile)
    else {
      print("skipped: there is no \(program)")
      return nil
    }
    let folder = FileManager.default.temporaryDirectory
    let input = folder.appending(path: "piped-\(UUID().uuidString)")
    let output = folder.appending(path: "piped-\(UUID().uuidString)")
    defer { for file in [input, output] { try? FileManager.default.removeItem(at: file) } }
    try Data(bytes).write(to: input)
    try Data().write(to: output)
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.standardInput = try FileHandle(forReadingFrom: input)
    process.standardOutput = try FileHandle(forWritingTo: output)
    try process.run()
    process.waitUntilExit()
    return Array(try Data(contentsOf: output))
  }

  @Test("reads gzip and zstd as the plain file, whatever the size of the portions", arguments: ["gzip", "zstd"])
  func decompresses(_ program: String) throws {
    guard let packed = try piped(text, through: program, "-c") else { return }
    let plain = try Feed.read(text)
    #expect(plain.rowsRead == 400)
    for chunk in [1, 3, 100, 1 << 20] { #expect(try Feed.read(packed, chunk: chunk) == plain) }
  }

  @Test("reads members behind each other as one stream", arguments: ["gzip", "zstd"])
  func joinsMembers(_ program: String) throws {
    let halves = [Array(text[..<1000]), Array(text[1000...])]
    let packed = try halves.compactMap { try piped($0, through: program, "-c") }
    guard packed.count == 2 else { return }
    let plain = try Feed.read(text)
    for chunk in [1, 100, 1 << 20] { #expect(try Feed.read(packed[0] + packed[1], chunk: chunk) == plain) }
    if program == "gzip" { #expect(try Feed.read(packed[0] + packed[1] + [0, 0, 0]) == plain) }
  }

  @Test("refuses a compressed file that is cut anywhere", arguments: ["gzip", "zstd"])
  func refusesTruncated(_ program: String) throws {
    guard let packed = try piped(text, through: program, "-c") else { return }
    for length in [4, 10, packed.count / 2, packed.count - 1] {
      let error = Feed.refusal(Array(packed[..<length]))
      #expect(error?.reason == "the \(program) data ends early: the file is truncated")
    }
  }

  @Test("refuses a compressed file that is damaged, or followed by something else", arguments: ["gzip", "zstd"])
  func refusesDamaged(_ program: String) throws {
    guard let packed = try piped(text, through: program, "-c") else { return }
    var broken = packed
    broken[packed.count / 2] ^= 0xFF
    #expect(Feed.refusal(broken)?.reason == "the \(program) data is damaged")
    #expect(Feed.refusal(packed + Array("more".utf8))?.reason == "the \(program) data is damaged")
  }

  @Test("shows every byte of the file to an observer once, as it is in the file")
  func observes() throws {
    guard let packed = try piped(text, through: "gzip", "-c") else { return }
    let path = FileManager.default.temporaryDirectory.appending(path: "observed-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(packed).write(to: URL(filePath: path))
    var seen: [UInt8] = []
    let source = try ByteSource(path: path, chunkSize: 64) { bytes in for i in bytes.indices { seen.append(bytes[i]) } }
    var reader = try FeedReader(
      source,
      context: FeedContext(batch: 1, now: Instant(rawValue: 2_000_000_000)),
      atlas: Atlas()
    )
    var table = ObservationTable()
    var report = FeedReport()
    while try reader.read(into: &table, &report) {}
    #expect(table.count == 400)
    #expect(seen == packed)
  }

  @Test("gives the same rows however the bytes are portioned", arguments: 1...20)
  func readsPortions(_ seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var text = "\u{FEFF}\(header),source,stops\r\n"
    for _ in 0..<20 { text += row + "," + Self.field(&random) + "," + Self.field(&random) + ["\n", "\r\n"][seed % 2] }
    let bytes = Array(text.utf8)
    let whole = outcome(bytes, chunk: 1 << 20, limit: 1000)
    for chunk in [1, 2, 5, Int.random(in: 3...300, using: &random)] {
      let limit = Int.random(in: 1...30, using: &random)
      #expect(outcome(bytes, chunk: chunk, limit: limit) == whole)
    }
  }

  /// What was read, or why the file is refused, as one of the random quotes may not be closed.
  private func outcome(_ bytes: [UInt8], chunk: Int, limit: Int) -> Result<Feed, FeedError> {
    Result { () throws(FeedError) in
      do { return try Feed.read(bytes, chunk: chunk, limit: limit) } catch {
        throw error as? FeedError ?? FeedError("\(error)")
      }
    }
  }

  private static func field(_ random: inout SeededGenerator) -> String {
    let parts = ["1", "\"\"", "\"a,b\"", "\"x\n\"\"y\"\"\r\n\"", "é", "\"", "a\"", "\"b\"c", "\r", " 2 ", ""]
    return parts[Int.random(in: 0..<parts.count, using: &random)]
  }
}
