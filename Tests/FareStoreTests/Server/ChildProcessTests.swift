import Foundation
import Synchronization
import Testing

@testable import FareStore

@Suite("Child processes")
struct ChildProcessTests {
  @Test("say what they write and how they end")
  func ending() throws {
    let child = try ChildProcess(["/bin/sh", "-c", "echo out; echo err >&2; exit 3"], environment: [])
    #expect(child.output == "out\nerr\n")
    #expect(child.exitCode == 3)
    #expect(try ChildProcess(["/bin/sh", "-c", "kill -9 $$"], environment: []).exitCode == 137)
  }

  /// A server that is started holds what it inherits for as long as it runs: were it the end of a pipe, then who reads
  /// from that would wait as long.
  @Test("inherit nothing that another thread opens while they are started")
  func inheritance() throws {
    let isOver = Atomic(false)
    let opener = Thread {
      while !isOver.load(ordering: .relaxed) {
        let descriptors = (0..<20).map { _ in unsafe open("/dev/null", O_RDONLY) }
        descriptors.forEach { close($0) }
      }
    }
    opener.start()
    defer { isOver.store(true, ordering: .relaxed) }
    for _ in 0..<40 {
      // The shell lists the folder itself, so that the descriptor of the listing is the only other one.
      let child = try ChildProcess(["/bin/sh", "-c", "ls /proc/$$/fd"], environment: ["PATH=/usr/bin:/bin"])
      #expect(child.output == "0\n1\n2\n")
    }
  }
}
