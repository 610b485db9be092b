import FareKernel
import FareModel

extension FareSample {
  /// The current fares by the words of the rule: a row is current when nothing hides it and nothing goes before it.
  func slowCurrent(asOf: Instant? = nil) -> [Int] {
    let counted = rows.indices.filter { asOf == nil || rows[$0].observedAt.rawValue <= asOf?.rawValue ?? 0 }
    let complete = counted.filter { rows[$0].isCompleteLook && !isBelated($0) }
    let left = counted.filter { row in !complete.contains { hides($0, row) } }
    let keys = rows.indices.map(fareKey)
    return left.filter { row in
      !left.contains { $0 != row && keys[$0] == keys[row] && goesBefore($0, row) }
    }
  }

  private func isBelated(_ row: Int) -> Bool {
    rows[row].priceMinor == nil && localDays[row] > rows[row].departureDate
  }

  private func hides(_ complete: Int, _ row: Int) -> Bool {
    guard lookKey(complete) == lookKey(row) else { return false }
    let (at, other) = (rows[complete].observedAt, rows[row].observedAt)
    return other < at || other == at && isBelated(row)
  }

  private func goesBefore(_ left: Int, _ right: Int) -> Bool {
    let keys: [[Int64]] = [left, right].map { row in
      [
        isBelated(row) ? 1 : 0, -rows[row].observedAt.rawValue, rows[row].priceMinor == nil ? 1 : 0,
        rows[row].priceMinor ?? 0, Int64(rows[row].deepLink.rawValue), Int64(row),
      ]
    }
    return keys[0].lexicographicallyPrecedes(keys[1])
  }

  private func lookKey(_ row: Int) -> [String] {
    let row = rows[row]
    return [
      "\(row.source)", "\(row.origin)", "\(row.destination)", "\(row.departureDate)",
      "\(row.returnDate.map(String.init(describing:)) ?? "one way")", "\(row.cabin?.name ?? "any cabin")",
    ]
  }

  private func fareKey(_ row: Int) -> [String] {
    guard rows[row].kind == .itinerary else { return lookKey(row) }
    return lookKey(row) + ["flights"] + legKey(rows[row].outbound, flightNumbers[row].outbound)
      + legKey(rows[row].inbound, flightNumbers[row].inbound)
  }

  private func legKey(_ leg: ObservedLeg, _ numbers: UInt8) -> [String] {
    let segments = leg.stops.map { Int($0) + 1 } ?? 1
    if leg.flightNumbers != .none, Int(numbers) >= segments { return ["numbers", "\(leg.flightNumbers)"] }
    return [
      "all", "\(leg.flightNumbers)", "\(leg.carriers)", "\(leg.departureTime?.rawValue ?? -1)",
      "\(leg.durationMinutes ?? -1)", "\(leg.stops ?? -1)", "\(leg.via)",
    ]
  }
}
