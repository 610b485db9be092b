import FareModel
import FareStore

/// The fares of a load test: a year of days of some routes, made from a seed.
///
/// About a tenth of the days has no fare, and about an eighth of the others was seen twice, at different prices. What a
/// calendar of them must say follows from here, without the product's own way to it.
struct Workload {
  /// The seed of every load test, so that all of them see the same prices.
  static let seed: UInt64 = 12
  /// How many months of calendar the days of a route fill.
  static let months = 12
  /// The currency of all fares.
  static let currency = "USD"

  /// The routes.
  let routes: [Route]
  /// The first month that has fares.
  let firstMonth: Month

  /// Makes the workload of `routeCount` routes, from 1 to ``Limits/mostWorkloadRoutes``, that begins with a month.
  init(routeCount: Int, firstMonth: Month) {
    var numbers = SeededNumbers(seed: Self.seed)
    var pairs = Self.airports.flatMap { origin in
      Self.airports.compactMap { origin == $0 ? nil : Route(origin: origin, destination: $0) }
    }
    for index in 0..<routeCount {
      pairs.swapAt(index, index + numbers.below(pairs.count - index))
    }
    routes = Array(pairs.prefix(routeCount))
    self.firstMonth = firstMonth
  }

  /// The name of the feed, which tells workloads apart.
  var source: String { "\(Self.sourcePrefix)\(routes.count)-\(firstMonth)" }
  /// What the feeds of all workloads begin with.
  static let sourcePrefix = "loadtest-"

  /// The first day that has fares.
  var firstDay: Day { firstMonth.firstDay }
  /// The days that have fares: the months, whole.
  var dayCount: Int { firstDay.distance(to: firstMonth.advanced(by: Self.months).firstDay) }
}

/// What was seen of a day.
struct SeenDay: Hashable {
  /// The price that counts, in minor units.
  var priceMinor: Int64
  /// The stops of the fare.
  var stops: Int
  /// When it was seen.
  var observedAt: Instant
  /// The price that was seen a day before that; nil when the day was seen once.
  var olderPriceMinor: Int64?
}

extension Workload {
  /// What was seen of each day of a route; nil for days without a fare.
  func days(ofRoute index: Int) -> [SeenDay?] {
    var numbers = SeededNumbers(seed: Self.seed &+ UInt64(index + 1) &* 0xD6E8_FEB8_6659_FD93)
    let base = 2_000 + numbers.below(40_000)
    return (0..<dayCount).map { _ in
      let isMissing = numbers.below(10) == 0
      let isSeenTwice = numbers.below(8) == 0
      let seen = SeenDay(
        priceMinor: Self.price(base, &numbers),
        stops: numbers.below(3),
        observedAt: firstDay.startUTC.advanced(bySeconds: -Int64(numbers.below(3 * 86_400))),
        olderPriceMinor: isSeenTwice ? Self.price(base, &numbers) : nil
      )
      return isMissing ? nil : seen
    }
  }

  /// How many observations all routes have.
  var observationCount: Int {
    routes.indices.reduce(0) { count, route in
      days(ofRoute: route).reduce(count) { $0 + ($1.map { $0.olderPriceMinor == nil ? 1 : 2 } ?? 0) }
    }
  }

  /// The header of the workload as a file of the own format.
  static let header = "origin,destination,departure_date,price,currency,observed_at,fare,stops,source\n"

  /// The lines of a route in that file.
  func lines(ofRoute index: Int) -> String {
    var lines = ""
    let route = routes[index]
    for (offset, seen) in days(ofRoute: index).enumerated() {
      guard let seen else { continue }
      let day = firstDay.advanced(by: offset)
      func append(_ priceMinor: Int64, _ observedAt: Instant) {
        lines +=
          "\(route.origin),\(route.destination),\(day),\(Money.decimal(priceMinor, exponent: 2)),\(Self.currency),"
        lines += "\(observedAt),day,\(seen.stops),\(source)\n"
      }
      // The newer one first: the order of a file means nothing.
      append(seen.priceMinor, seen.observedAt)
      if let older = seen.olderPriceMinor { append(older, seen.observedAt.advanced(bySeconds: -86_400)) }
    }
    return lines
  }

  /// A price around a base, a quarter of them in whole units, so that equal prices and short displays are common.
  private static func price(_ base: Int, _ numbers: inout SeededNumbers) -> Int64 {
    let price = base + numbers.below(base + 8_000)
    return Int64(numbers.below(4) == 0 ? price / 500 * 500 : price)
  }
}

extension Day {
  /// The beginning of the day in UTC.
  fileprivate var startUTC: Instant { Instant(day: self, secondOfDay: 0) }
}

extension Workload {
  /// Airports, each of a city of its own: routes between them are never within one city.
  static let airports = """
    AAR ABV ABZ ACC ADD ADL AGP AKL ALA ALC ALG AMM AMS ANC ARN ASU ATH ATL AUH AUS BAH BCN BEG BEY BGO BHX BIO BKK \
    BLL BLR BNE BNA BOD BOG BOM BOS BRI BRS BRU BSB BUD CAI CCS CCU CDG CGK CGN CLT CMB CMN CPH CPT CTA CUN CUZ DAR DEL \
    DEN DFW DKR DOH DPS DRS DTW DUB DUR DXB EDI EVN EZE FAO FCO FNC FRA GDN GLA GOT GRU GUA GVA HAJ HAM HAN HEL HKG \
    HNL HRK HYD IAH IBZ ICN IST JFK JNB KBP KEF KRK KTM KUL KWI LAS LAX LCA LED LEJ LHR LIM LIS LJU LOS LPA LUX LYS MAA \
    MAD MAN MEL MEX MIA MLA MLE MNL MRS MRU MSP MSY MUC MVD NAP NBO NCE NCL NGO NRT NUE OPO ORD OSL OTP PDX PEK PER \
    PHL PHX PMI PMO POZ PRG PTY PVG RIX RUH SAN SCL SEA SFO SGN SIN SKG SKP SLC SOF STR SVQ SYD TFS TIA TLL TLV TPE TUN \
    UIO VCE VIE VLC VNO WAW WRO YUL YVR YYC YYZ ZAG ZRH
    """.split(separator: " ").compactMap { PlaceCode(String($0)) }
}
