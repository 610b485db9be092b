public import FareModel

extension Atlas {
  /// What the current-fare rule asks of the world: local dates, in UTC where a zone is unknown, and decimals.
  public var fareSurroundings: FareSurroundings {
    FareSurroundings(
      localDay: { place, instant in self.zone(of: place)?.day(at: instant) ?? instant.utcDay },
      exponent: { self.currency($0)?.exponent ?? 0 }
    )
  }
}
