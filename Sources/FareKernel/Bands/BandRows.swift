import CFareKernel
import FareModel

/// Writes the band of every day of many rows, each among the days of its own row.
///
/// The rule is that of ``quartileEdges(of:)`` and `BandEdges`, and so are the answers, exactly, on every machine. Where the
/// machine has AVX2 or AVX-512, which is asked at run time, they are used.
///
/// - Parameters:
///   - prices: Prices in minor units, row after row; `Int32.max` for a day without a price.
///   - daysPerRow: How many days a row has, from 1 to ``Limits/mostCalendarDays``.
///   - bands: Takes for each price 0 for no band, or one more than the raw value of its `Band`: 1 low, 2 avg, 3 high. A day
///     without a price has no band, nor has a row of fewer than ``Limits/fewestPricedDays`` prices.
/// - Precondition: The prices make whole rows, and there are as many bands.
/// - Complexity: O(`prices.count`) for prices spread as those of fares are, without allocating.
public func bandRows(prices: Span<Int32>, daysPerRow: Int, bands: inout MutableSpan<UInt8>) {
  precondition((1...Limits.mostCalendarDays).contains(daysPerRow), "\(daysPerRow) days per row")
  precondition(prices.count % daysPerRow == 0, "\(prices.count) prices are no rows of \(daysPerRow) days")
  precondition(prices.count == bands.count, "\(prices.count) prices but \(bands.count) bands")
  let rows = prices.count / daysPerRow
  // The lengths are checked above: the C function reads rows × days prices and writes as many bands.
  unsafe bands.withUnsafeMutableBufferPointer { bands in
    unsafe prices.withUnsafeBufferPointer { prices in
      guard let prices = prices.baseAddress, let bands = bands.baseAddress else { return }
      unsafe fare_bands(prices, rows, daysPerRow, bands)
    }
  }
}
