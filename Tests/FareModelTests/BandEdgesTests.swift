import FareModel
import Testing

@Suite("The edges of bands")
struct BandEdgesTests {
  @Test("part prices in whole minor units as the unrounded ones do", arguments: Int64(400)...408)
  func wholeMinor(_ quarters: Int64) throws {
    let edges = BandEdges(sampleSize: 4, lowBelowQuarters: quarters, highAboveQuarters: quarters)
    let whole = try #require(edges.wholeMinor)
    for price in Int64(98)...104 {
      let band: Band = price < whole.lowBelow ? .low : price > whole.highAbove ? .high : .avg
      #expect(edges.band(of: price) == band)
    }
  }

  @Test("are none where the sample is too small")
  func none() {
    #expect(BandEdges(sampleSize: 3, lowBelowQuarters: nil, highAboveQuarters: nil).wholeMinor == nil)
  }
}
