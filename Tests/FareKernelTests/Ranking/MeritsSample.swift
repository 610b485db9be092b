import FareKernel
import Support

extension Merits {
  /// Merits with what a test is about, and the rest usual.
  init(_ idPlace: Int, price: Int64?, duration: Int32?, stops: Int8? = 0, risky: Bool = false, departure: Int64? = 0) {
    self.init(
      priceMinor: price,
      durationMinutes: duration,
      stops: stops,
      isSelfTransfer: risky,
      departure: departure,
      idPlace: idPlace
    )
  }

  /// Merits of so few different values that equals are common, and whose identifiers are in no order.
  static func random(count: Int, using random: inout SeededGenerator) -> [Merits] {
    (0..<count).shuffled(using: &random).map { idPlace in
      let isKnown = Int.random(in: 0..<10, using: &random) > 0
      return Merits(
        idPlace,
        price: Int.random(in: 0..<10, using: &random) > 0 ? Int64.random(in: 1...30, using: &random) * 11 : nil,
        duration: isKnown ? Int32.random(in: 1...20, using: &random) * 10 : nil,
        stops: Int.random(in: 0..<10, using: &random) > 0 ? Int8.random(in: 0...2, using: &random) : nil,
        risky: Bool.random(using: &random),
        departure: Int.random(in: 0..<4, using: &random) > 0 ? Int64.random(in: 0...3, using: &random) : nil
      )
    }
  }
}

/// The identifiers of itineraries in an order.
func rankedIDs(_ merits: [Merits], by tradeOff: TradeOff) -> [Int] {
  ranking(of: merits.span, by: tradeOff).map { merits[$0].idPlace }
}
