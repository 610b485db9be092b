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
