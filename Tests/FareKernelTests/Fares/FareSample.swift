import FareKernel
import FareModel
import Support

/// Rows with what the kernel asks beside them.
struct FareSample {
  var rows: [Observation] = []
  var localDays: [Day] = []
  var flightNumbers: [FlightNumberCounts] = []

  /// Adds a row that was observed on the local day before its departure, unless said otherwise, and returns its place.
  @discardableResult
  mutating func add(_ row: Observation, on localDay: Day? = nil, numbers: (UInt8, UInt8) = (0, 0)) -> Int {
    rows.append(row)
    localDays.append(localDay ?? row.departureDate.advanced(by: -1))
    flightNumbers.append(FlightNumberCounts(outbound: numbers.0, inbound: numbers.1))
    return rows.count - 1
  }

  /// The places of the current fares. In samples the deep link stands for the canonical line.
  func current(asOf: Instant? = nil) -> [Int] {
    currentFares(
      in: rows.span,
      observedOn: localDays.span,
      flightNumbers: flightNumbers.span,
      asOf: asOf,
      precedes: linePrecedes
    )
  }

  /// Whether the canonical line of a row is smaller than that of another.
  func linePrecedes(_ left: Int, _ right: Int) -> Bool {
    rows[left].deepLink.rawValue < rows[right].deepLink.rawValue
  }

  /// The rows at some places.
  func picking(_ places: [Int]) -> FareSample {
    FareSample(
      rows: places.map { rows[$0] },
      localDays: places.map { localDays[$0] },
      flightNumbers: places.map { flightNumbers[$0] }
    )
  }

  /// The rows of this sample, then those of another.
  func appending(_ other: FareSample) -> FareSample {
    FareSample(
      rows: rows + other.rows,
      localDays: localDays + other.localDays,
      flightNumbers: flightNumbers + other.flightNumbers
    )
  }

  /// Rows of so few different values that every rule is met often, of several looks or of one.
  static func random(
    count: Int,
    observedAt: ClosedRange<Int64>,
    ofOneLook: Bool = false,
    using random: inout SeededGenerator
  ) -> FareSample {
    var sample = FareSample()
    for _ in 0..<count {
      var row = randomRow(observedAt: observedAt, using: &random)
      if ofOneLook {
        (row.departureDate, row.returnDate) = (Day(rawValue: 20_000), nil)
        (row.source, row.cabin) = (TextID(rawValue: 1), nil)
      }
      let localDay = row.departureDate.advanced(by: Int.random(in: -2...1, using: &random))
      // Text 3 is a list of two numbers.
      let numbers = (row.outbound, row.inbound)
      sample.add(
        row,
        on: localDay,
        numbers: (UInt8(numbers.0.flightNumbers.rawValue + 1) / 2, UInt8(numbers.1.flightNumbers.rawValue + 1) / 2)
      )
    }
    return sample
  }

  private static func randomRow(observedAt: ClosedRange<Int64>, using random: inout SeededGenerator) -> Observation {
    var row = Observation.day(
      departing: Int32.random(in: 20_000...20_001, using: &random),
      at: Int64.random(in: observedAt, using: &random),
      price: [nil, 100, 200].randomElement(using: &random) ?? nil
    )
    row.kind = Bool.random(using: &random) ? .day : .itinerary
    row.source = TextID(rawValue: UInt32.random(in: 1...2, using: &random))
    row.cabin = [nil, .economy].randomElement(using: &random) ?? nil
    row.returnDate = [nil, Day(rawValue: 20_010)].randomElement(using: &random) ?? nil
    row.isCompleteLook = Int.random(in: 0..<8, using: &random) == 0
    row.isSoldOut = row.priceMinor == nil && Bool.random(using: &random)
    row.deepLink = TextID(rawValue: UInt32.random(in: 0...3, using: &random))
    row.outbound = randomLeg(using: &random)
    if row.returnDate != nil { row.inbound = randomLeg(using: &random) }
    return row
  }

  private static func randomLeg(using random: inout SeededGenerator) -> ObservedLeg {
    var leg = ObservedLeg()
    leg.flightNumbers = TextID(rawValue: [0, 1, 3].randomElement(using: &random) ?? 0)
    leg.stops = [nil, 0, 1].randomElement(using: &random) ?? nil
    // One attribute at most differs from the usual, lest no two rows have the same key.
    switch Int.random(in: 0..<8, using: &random) {
    case 0: leg.carriers = TextID(rawValue: 9)
    case 1: leg.via = TextID(rawValue: 9)
    case 2: leg.durationMinutes = 90
    case 3: leg.departureTime = TimeOfDay(rawValue: 600)
    default: break
    }
    return leg
  }
}

extension Observation {
  /// A day fare from Oslo to Rome.
  static func day(departing day: Int32 = 20_000, at second: Int64, price: Int64?) -> Observation {
    var row = Observation(
      kind: .day,
      source: TextID(rawValue: 1),
      origin: PlaceCode(rawValue: 0x4F_534C),
      destination: PlaceCode(rawValue: 0x46_434F),
      departureDate: Day(rawValue: day),
      currency: .eur,
      observedAt: Instant(rawValue: second)
    )
    row.priceMinor = price
    return row
  }

  /// The observation with some fields changed.
  func with(_ change: (inout Observation) -> Void) -> Observation {
    var copy = self
    change(&copy)
    return copy
  }
}

extension CurrencyCode {
  static let eur = CurrencyCode(rawValue: 0x45_5552)
  static let usd = CurrencyCode(rawValue: 0x55_5344)
}
