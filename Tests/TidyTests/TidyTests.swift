import FoundationEssentials
import Testing

/// Checks what neither the compiler nor swift-format checks.
@Suite("The source is tidy")
struct TidyTests {
  /// What each room may import besides the standard library and `Glibc`. The system's C libraries have one home each,
  /// but for zlib, which one room reads with and another writes with.
  private static let rooms: [String: Set<String>] = [
    "FareModel": [],
    "FareJSON": ["FareModel"],
    "FareAtlas": ["CEmbedded", "FareModel"],
    "FareKernel": ["CFareKernel", "FareModel"],
    "FareFeeds": ["CZlib", "CZstd", "FareAtlas", "FareJSON", "FareModel"],
    "FareStore": ["CEmbedded", "CGNU", "CLibPQ", "FareModel"],
    "FareIngest": ["CCrypto", "FareAtlas", "FareFeeds", "FareKernel", "FareModel", "FareStore"],
    "FareSearch": ["FareAtlas", "FareJSON", "FareKernel", "FareModel", "FareStore"],
    "FareServer": ["CEmbedded", "CMicroHTTPD", "CZlib", "FareJSON", "FareModel", "FareSearch"],
    "faregrid": [
      "CGNU", "FareAtlas", "FareFeeds", "FareIngest", "FareJSON", "FareKernel", "FareModel", "FareSearch", "FareServer",
      "FareStore",
    ],
  ]

  /// Folders that hold no Swift: system libraries, the files that the binary carries, and the loops written in C.
  private static let libraries: Set<String> = [
    "CCrypto", "CEmbedded", "CFareKernel", "CGNU", "CLibPQ", "CMicroHTTPD", "CZlib", "CZstd",
  ]

  private static let everywhere: Set<String> = ["Glibc", "Synchronization"]

  @Test("every folder under Sources is a known room or library")
  func foldersAreKnown() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: SourceFile.root + "/Sources")
    #expect(Set(folders) == Self.libraries.union(Self.rooms.keys))
  }

  @Test("a room imports only what lies before it", arguments: try SourceFile.all(under: "Sources"))
  func importsPointOneWay(file: SourceFile) {
    let allowed = Self.everywhere.union(Self.rooms[file.room] ?? [])
    #expect(file.imports.filter { !allowed.contains($0) } == [])
  }

  @Test("files stay short enough to review", arguments: try SourceFile.all(under: "Sources", "Tests"))
  func filesStayShort(file: SourceFile) {
    #expect(file.lines.count <= 500)
  }

  @Test("no file leaves work, forces a value or holds a tab", arguments: try SourceFile.all(under: "Sources", "Tests"))
  func filesAreFinished(file: SourceFile) {
    // Put together here, so that this file is no finding of its own.
    let unwanted = ["TO" + "DO", "FIX" + "ME", "XX" + "X:", "try" + "!", "as" + "! ", "\t"]
    guard unwanted.contains(where: file.text.contains) else { return }
    for (number, line) in file.lines.enumerated() {
      for word in unwanted where line.contains(word) {
        Issue.record("\(file.path):\(number + 1): \(word.debugDescription)")
      }
    }
  }

  @Test("no value is unwrapped by force", arguments: try SourceFile.all(under: "Sources"))
  func nothingIsForced(file: SourceFile) {
    for (number, line) in file.exclamations.enumerated() where Self.forcesValue(line) {
      Issue.record("\(file.path):\(number + 1): \(line)")
    }
  }

  @Test("what the checks look for is found", arguments: ["a = b!", "f(x!, y)", "list[0]!.name", "(try? g())!"])
  func findsForcing(line: String) {
    #expect(Self.forcesValue(line))
  }

  @Test("what is no force is left alone", arguments: ["a != b", "if !a {", "x = !y && !z", "f(!a)", "[!a]"])
  func leavesOthers(line: String) {
    #expect(!Self.forcesValue(line))
  }

  /// Whether a `!` follows a name or a closing bracket and no `=` follows it.
  private static func forcesValue(_ line: some StringProtocol) -> Bool {
    let letters = Array(line)
    return letters.indices.contains { i in
      guard letters[i] == "!", i > 0 else { return false }
      let before = letters[i - 1]
      let isValue = before.isLetter || before.isNumber || ")]}".contains(before)
      return isValue && (i + 1 == letters.count || letters[i + 1] != "=")
    }
  }
}
