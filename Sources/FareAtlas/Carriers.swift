public import FareModel

extension Atlas {
  /// The name that a carrier code had on a day of travel; nil when nobody had the code then, or it is unknown.
  ///
  /// Loaded names of a code replace all shipped ones. Where two of them hold on a day, the one that began later counts.
  public func carrierName(_ code: String, on day: Day) -> String? {
    let names = overlay.carriers(code) ?? Shipped.carriers(code)
    let valid = names.filter { ($0.validFrom ?? day) <= day && day <= ($0.validTo ?? day) }
    return valid.max { ($0.validFrom?.rawValue ?? .min, $1.name) < ($1.validFrom?.rawValue ?? .min, $0.name) }?.name
  }
}

extension Atlas {
  /// Whether a carrier has or had a code.
  public func isCarrier(_ code: String) -> Bool {
    overlay.carriers(code) != nil || !Shipped.carriers(code).isEmpty
  }

  /// Carrier codes that are one character, or a swap of both, away from a code, in the order of their letters.
  public func nearestCarriers(to code: String, limit: Int) -> [String] {
    let characters = Array(code.utf8)
    guard characters.count == 2 else { return [] }
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".utf8)
    let swapped = [[characters[1], characters[0]]]
    let changed = alphabet.flatMap { [[$0, characters[1]], [characters[0], $0]] }
    let codes = (swapped + changed.sorted { $0.lexicographicallyPrecedes($1) })
      .map { String(decoding: $0, as: UTF8.self) }
    var found: [String] = []
    for near in codes where near != code && !found.contains(near) && isCarrier(near) { found.append(near) }
    return Array(found.prefix(limit))
  }
}
