public import FareModel

/// Observations as a seed gives them: a few routes, sources and flights, so that keys, ties and duplicates are common.
public struct RandomObservations {
  private var random: SeededGenerator
  /// The routes that the observations are about.
  public var routes = [("LIS", "OPO"), ("LIS", "MAD"), ("OSL", "FCO")]
  /// The first day of departure.
  public var firstDeparture = Day(rawValue: 20_697)  // 2026-09-01
  /// How many days of departure there are.
  public var departureDays = 40
  /// The first instant of observation.
  public var firstObserved = Instant(rawValue: 1_785_542_400)  // 2026-08-01T00:00:00Z
  /// How many instants of observation there are, twelve hours apart.
  public var looks = 100
  /// Whether attributes that are rare are drawn, too.
  public var isRich = true

  /// Creates a source of observations.
  public init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  /// Draws `count` observations of a batch, with records from `firstRecord` on.
  public mutating func table(_ count: Int, batch: Int64 = 1, firstRecord: Int32 = 1) -> ObservationTable {
    var table = ObservationTable()
    append(count, to: &table, batch: batch, firstRecord: firstRecord)
    return table
  }

  /// Draws `count` observations and adds them to `table`.
  public mutating func append(_ count: Int, to table: inout ObservationTable, batch: Int64 = 1, firstRecord: Int32 = 1)
  {
    for index in 0..<count {
      let row = observation(&table.texts)
      table.append(row, from: Provenance(batch: batch, record: firstRecord + Int32(index)))
    }
  }

  private mutating func observation(_ texts: inout TextPool) -> Observation {
    let (origin, destination) = pick(routes)
    var row = Observation(
      kind: chance(2) ? .day : .itinerary,
      source: texts.intern(pick(["alpha", "beta"])),
      origin: Self.place(origin),
      destination: Self.place(destination),
      departureDate: firstDeparture.advanced(by: below(departureDays)),
      currency: Self.currency(pick(["EUR", "EUR", "EUR", "USD"])),
      observedAt: firstObserved.advanced(bySeconds: Int64(below(looks)) * 43_200)
    )
    row.priceMinor = chance(6) ? nil : Int64(1900 + below(40) * 100)
    row.isSoldOut = row.priceMinor == nil && chance(2)
    row.isCompleteLook = chance(12)
    if chance(4) { row.returnDate = row.departureDate.advanced(by: 1 + below(3)) }
    if chance(2) { row.outbound.stops = Int8(below(3)) }
    if row.kind == .itinerary {
      row.outbound.flightNumbers = texts.intern(pick(["TP1", "TP2", "TP1+TP9", ""]))
      row.outbound.departureTime = TimeOfDay(rawValue: Int16(360 + 60 * below(3)))
      if row.returnDate != nil { row.inbound.flightNumbers = texts.intern(pick(["TP3", ""])) }
    }
    if isRich { enrich(&row, &texts) }
    return row
  }

  private mutating func enrich(_ row: inout Observation, _ texts: inout TextPool) {
    if chance(3) { row.cabin = pick([.economy, .business]) }
    if chance(3) { row.isSelfTransfer = chance(2) }
    if chance(8) { row.expiresAt = row.observedAt.advanced(bySeconds: Int64(below(30)) * 86_400) }
    if chance(5) { row.deepLink = texts.intern("https://example.com/?a=1,\"2\"") }
    if chance(3) { row.outbound.carriers = texts.intern(pick(["TP", "TP+FR"])) }
    if chance(4) { row.outbound.operatingCarriers = texts.intern("NI") }
    if chance(4) { row.outbound.durationMinutes = Int32(60 + below(300)) }
    if chance(5) {
      row.outbound.arrivalTime = TimeOfDay(rawValue: Int16(below(1440)))
      row.outbound.arrivalDayOffset = Int8(below(3) - 1)
    }
    if chance(6) { row.outbound.via = texts.intern("MAD") }
    if chance(9) { row.outbound.segments = texts.intern(#"[{"origin":"LIS"}]"#) }
    if row.returnDate != nil, chance(2) {
      row.inbound.stops = Int8(below(2))
      row.inbound.durationMinutes = Int32(60 + below(300))
    }
  }

  private mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
  private mutating func chance(_ oneIn: Int) -> Bool { below(oneIn) == 0 }
  private mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }

  private static func place(_ code: String) -> PlaceCode {
    guard let place = PlaceCode(code) else { preconditionFailure("\(code) is no code") }
    return place
  }

  private static func currency(_ code: String) -> CurrencyCode {
    guard let currency = CurrencyCode(code) else { preconditionFailure("\(code) is no code") }
    return currency
  }
}

extension Observation {
  /// The observation with its texts held by another pool.
  public func moved(from texts: TextPool, to others: inout TextPool) -> Observation {
    var moved = self
    func move(_ id: inout TextID) { id = others.intern(texts.utf8(id)) }
    move(&moved.source)
    move(&moved.deepLink)
    let legs: [WritableKeyPath<Observation, ObservedLeg>] = [\.outbound, \.inbound]
    let legTexts: [WritableKeyPath<ObservedLeg, TextID>] = [
      \.via, \.carriers, \.flightNumbers, \.operatingCarriers, \.segments,
    ]
    for leg in legs {
      for text in legTexts {
        move(&moved[keyPath: leg.appending(path: text)])
      }
    }
    return moved
  }
}
