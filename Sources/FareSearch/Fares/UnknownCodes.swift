import FareAtlas
import FareModel

/// The codes of a question's filters that nobody knows: neither the atlas nor a fare that was read to answer it.
struct UnknownCodes {
  /// Codes of a parameter.
  private struct Codes {
    var parameter: String
    var codes: [String]
  }

  private var carriers: [Codes] = []
  private var places: [Codes] = []

  /// The codes of some filters that an atlas does not know.
  init(_ filters: FareFilters, _ atlas: Atlas) {
    for (parameter, codes) in [("carriers", filters.carriers), ("exclude_carriers", filters.excludedCarriers)] {
      let unknown = codes?.filter { !atlas.isCarrier($0) } ?? []
      if !unknown.isEmpty { carriers.append(Codes(parameter: parameter, codes: unknown)) }
    }
    for (parameter, codes) in [("via", filters.via), ("exclude_via", filters.excludedVia)] {
      let unknown = codes?.filter { atlas.airport($0) == nil && atlas.city($0) == nil } ?? []
      if !unknown.isEmpty { places.append(Codes(parameter: parameter, codes: unknown.map(\.description))) }
    }
  }

  private var isEmpty: Bool { carriers.isEmpty && places.isEmpty }

  /// Takes out the codes that fares name.
  mutating func remove(namedIn table: ObservationTable) {
    guard !isEmpty else { return }
    let legs = table.rows.flatMap { [$0.outbound, $0.inbound] }
    Self.remove(Set(Set(legs.map(\.carrierList)).flatMap { table.texts.carriers($0) }), from: &carriers)
    Self.remove(Set(Set(legs.map(\.via)).flatMap { table.texts.items($0) }), from: &places)
  }

  /// The error of the first unknown code; nil when all are known.
  func error(_ atlas: Atlas) -> ArgumentError? {
    for unknown in carriers {
      guard let code = unknown.codes.first else { continue }
      return ArgumentError(
        parameter: unknown.parameter,
        value: .text(code),
        expected: "codes of known carriers, which \(code) is not",
        nearest: atlas.nearestCarriers(to: code, limit: 3)
      )
    }
    for unknown in places {
      guard let code = unknown.codes.first.flatMap({ PlaceCode($0) }) else { continue }
      return ArgumentError(
        .unknownPlace,
        parameter: unknown.parameter,
        value: .text(code.description),
        expected: "codes of known airports or cities, which \(code) is not",
        nearest: atlas.nearestCodes(to: code, limit: 3).map(\.code.description)
      )
    }
    return nil
  }

  private static func remove(_ named: Set<String>, from unknown: inout [Codes]) {
    for index in unknown.indices { unknown[index].codes.removeAll(where: named.contains) }
  }
}

extension Answerer {
  /// Refuses codes that nobody knows.
  func refuse(_ unknown: UnknownCodes?) throws(AnswerFault) {
    if let error = unknown?.error(atlas) { throw .argument(error) }
  }
}
