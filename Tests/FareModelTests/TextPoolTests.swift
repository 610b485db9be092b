import FareModel
import Support
import Testing

@Suite("text pool")
struct TextPoolTests {
  @Test("a text is held once and given back whole")
  func interning() {
    var pool = TextPool()
    let first = pool.intern("BA+AA")
    let second = pool.intern("Đà Nẵng")
    #expect(first != second)
    #expect(pool.intern("BA+AA") == first)
    #expect(pool.string(first) == "BA+AA")
    #expect(pool.string(second) == "Đà Nẵng")
    #expect(pool.count == 3)
  }

  @Test("the empty text is no text")
  func empty() {
    var pool = TextPool()
    #expect(pool.intern("") == .none)
    #expect(pool.find("") == TextID.none)
    #expect(pool.string(.none) == nil)
    #expect(pool.count == 1)
  }

  @Test("a text that the pool does not hold is not found, and not added")
  func finding() {
    var pool = TextPool()
    let known = pool.intern("kiwi")
    #expect(pool.find("kiwi") == known)
    #expect(pool.find("wizz") == nil)
    #expect(pool.count == 2)
  }

  @Test("agrees with a dictionary on random texts, through every growth")
  func agreement() {
    var generator = SeededGenerator(seed: 5)
    var pool = TextPool()
    var reference: [String: TextID] = [:]
    for _ in 0..<3000 {
      let text = String(UInt32.random(in: 1...900, using: &generator), radix: 36)
      let id = pool.intern(text)
      if let known = reference[text] { #expect(id == known) }
      reference[text] = id
    }
    #expect(pool.count == reference.count + 1)
    #expect(reference.allSatisfy { pool.string($0.value) == $0.key && pool.find($0.key) == $0.value })
  }
}
