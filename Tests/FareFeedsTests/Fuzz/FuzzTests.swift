import FareAtlas
import FareFeeds
import FareModel
import Foundation
import Support
import Testing

/// Files as nobody should write them, made of good ones. CONTRIBUTING.md says how to let it run for longer.
@Suite("Every reader, with files that went wrong")
struct FuzzTests {
  private let atlas = Atlas()

  @Test("the files that the others are made of are good, and of the formats that they stand for")
  func seeds() throws {
    let input = FuzzInput(atlas: atlas)
    var formats: Set<String> = []
    for seed in FuzzSeeds.all {
      let count = try input.read(seed, flags: .one, limit: 100)
      #expect(count.accepted > 0 && count.rejected == 0, "\(seed.name)")
      formats.insert(count.format)
    }
    let known = Set(FeedFormat.all.map(\.name))
    #expect(known.subtracting(formats) == [])
  }

  @Test("neither crash nor hang a reader, and every row that was read was taken or rejected")
  func mutated() throws {
    let input = FuzzInput(atlas: atlas, keptAt: FuzzInput.keptAt)
    let seeds = FuzzSeeds.all + FuzzSeeds.real
    let pieces = seeds.map(\.bytes)
    let end = ContinuousClock.now.advanced(by: .seconds(FuzzInput.seconds))
    var mutator = Mutator(seed: FuzzInput.seed)
    var (count, refused, rows, rejected) = (0, 0, 0, 0)
    while count < FuzzInput.inputs, ContinuousClock.now < end {
      let seed = seeds[count % seeds.count]
      let bad = seed.holding(mutator.mutate(seed.bytes, with: pieces))
      let flags = FuzzInput.Flags.drawn(&mutator.random)
      let limit = Int.random(in: 1...50, using: &mutator.random)
      count += 1
      do {
        let came = try input.read(bad, flags: flags, limit: limit)
        #expect(came.rowsRead == came.accepted + came.rejected, "input \(count) of \(seed.name)")
        (rows, rejected) = (rows + came.rowsRead, rejected + came.rejected)
      } catch is FeedError {
        refused += 1
      }
    }
    #expect(count > 0)
    print("fuzzed \(count) inputs of \(seeds.count) seeds: \(refused) refused, \(rows) rows read, \(rejected) rejected")
  }
}
