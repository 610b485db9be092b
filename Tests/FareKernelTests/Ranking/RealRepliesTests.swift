import FareKernel
import FareModel
import FoundationEssentials
import Support
import Testing

@Suite("Ranking of real replies", .enabled(if: !SharedData.replies.isEmpty, "the data is not here: skipped"))
struct RealRepliesTests {
  @Test("orders no two itineraries otherwise than the reply, and scores them as it does", arguments: SharedData.replies)
  func agreesWithReply(path: String) throws {
    let reply = try JSONDecoder().decode(Reply.self, from: Data(contentsOf: URL(filePath: path))).content
    let ids = reply.results.itineraries.keys.sorted()
    let merits = try ids.indices.map { try reply.results.merits(of: ids[$0], idPlace: $0) }
    let scores = scores(of: merits.span)
    let tabs: [(TradeOff, [Score], (Scores) -> Int32?)] = [
      (.best, reply.sortingOptions.best, { _ in nil }),
      (.cheapest, reply.sortingOptions.cheapest, \.cheapest),
      (.fastest, reply.sortingOptions.fastest, \.fastest),
    ]
    for (tradeOff, replied, own) in tabs {
      let scoreOf = Dictionary(uniqueKeysWithValues: replied.map { ($0.itineraryId, $0.score) })
      let order = try ranking(of: merits.span, by: tradeOff).map { try #require(scoreOf[ids[$0]]) }
      #expect(order == order.sorted(by: >))
      for (id, score) in zip(ids, scores) {
        guard let own = own(score) else { continue }
        #expect(abs(try #require(scoreOf[id]) - Double(own) / 1e7) < 1.5e-7)
      }
    }
  }
}

private struct Reply: Decodable {
  var content: Content
}

private struct Content: Decodable {
  var results: Results
  var sortingOptions: SortingOptions
}

private struct SortingOptions: Decodable {
  var best: [Score]
  var cheapest: [Score]
  var fastest: [Score]
}

private struct Score: Decodable {
  var score: Double
  var itineraryId: String
}

private struct Results: Decodable {
  var itineraries: [String: Itinerary]
  var legs: [String: Leg]

  func merits(of id: String, idPlace: Int) throws -> Merits {
    let itinerary = try #require(itineraries[id])
    let options = try itinerary.pricingOptions.map { (amount: try $0.amount(), transferType: $0.transferType) }
    let option = try #require(options.min { $0.amount < $1.amount })
    let legs = try itinerary.legIds.map { try #require(self.legs[$0]) }
    return Merits(
      idPlace,
      price: option.amount,
      duration: legs.reduce(0) { $0 + $1.durationInMinutes },
      stops: legs.map(\.stopCount).max(),
      risky: option.transferType == "TRANSFER_TYPE_PROTECTED_SELF_TRANSFER"
    )
  }
}

private struct Itinerary: Decodable {
  var pricingOptions: [PricingOption]
  var legIds: [String]
}

private struct PricingOption: Decodable {
  struct Price: Decodable {
    var amount: String
  }

  var price: Price
  var transferType: String

  func amount() throws -> Int64 { try #require(Int64(price.amount)) }
}

private struct Leg: Decodable {
  var durationInMinutes: Int32
  var stopCount: Int8
}
