import FareAtlas
import FareModel
import FareStore

/// What the calendar of a month must say, worked out from the workload by the contract's words and not by the product's code.
///
/// Slow and obvious: prices are sorted and compared one by one, and the text is put together from pieces.
struct ExpectedCalendar {
  private let workload: Workload
  private let zones: [PlaceCode: TimeZoneRules]

  /// Knows the answers about a workload. Only the time zones of the origins come from `atlas`.
  init(_ workload: Workload, _ atlas: Atlas) {
    self.workload = workload
    zones = workload.routes.reduce(into: [:]) { zones, route in zones[route.origin] = atlas.zone(of: route.origin) }
  }

  /// The line that answers a question, without its newline, as at an instant.
  func line(_ question: LoadQuestion, id: Int, asOf: Instant) -> String {
    let route = workload.routes[question.route]
    let month = workload.month(of: question)
    let today = zones[route.origin]?.day(at: asOf) ?? asOf.utcDay
    let seen = workload.days(ofRoute: question.route)
    func fare(_ day: Day) -> SeenDay? {
      let offset = workload.firstDay.distance(to: day)
      return seen.indices.contains(offset) ? seen[offset] : nil
    }
    let isPast = month.lastDay < today
    let reference = isPast ? month.firstDay : today
    let sample = (reference...reference.advanced(by: 365)).compactMap { fare($0)?.priceMinor }.sorted()
    let edges = Edges(sample)
    let ahead = isPast ? Array(month.days) : month.days.filter { $0 >= today }
    let bands = month.days.compactMap { fare($0).flatMap { edges?.band(of: $0.priceMinor) } }
    let counts = ["low", "avg", "high"].map { name in "\"\(name)\":\(bands.count { $0 == name })" }
    let days = month.days.map { Self.text(of: $0, fare($0), edges, route.origin, route.destination, workload, asOf) }
    return """
      {"jsonrpc":"2.0","id":\(id),"result":{"origin":"\(route.origin)","destination":"\(route.destination)",\
      "month":"\(month)","trip":"one_way","currency":"\(Workload.currency)","as_of":"\(asOf)","coverage":"covered",\
      "bands":{"rule":"quartiles","reference":"horizon","sample_size":\(sample.count),\
      "low_below":\(edges?.lowText ?? "null"),"high_above":\(edges?.highText ?? "null"),\
      "counts":{\(counts.joined(separator: ","))},"reason":\(edges == nil ? "\"too_few_days\"" : "null")},\
      "cheapest":\(Self.cheapest(ahead.compactMap { day in fare(day).map { (day, $0.priceMinor) } })),\
      "statistics":\(Self.statistics(ahead.compactMap { fare($0)?.priceMinor }.sorted())),\
      "days":[\(days.joined(separator: ","))],"left_out":{"other_currency":0,"stale":0,"filtered":0}}}
      """
  }
}

extension ExpectedCalendar {
  /// The quartiles of some prices, in quarters of a minor unit.
  private struct Edges {
    var low: Int64
    var high: Int64

    init?(_ sorted: [Int64]) {
      guard sorted.count >= 4 else { return nil }
      func quarters(_ quartile: Int) -> Int64 {
        let position = (sorted.count - 1) * quartile
        let (below, part) = (sorted[position / 4], Int64(position % 4))
        return part == 0 ? 4 * below : (4 - part) * below + part * sorted[position / 4 + 1]
      }
      (low, high) = (quarters(1), quarters(3))
    }

    func band(of price: Int64) -> String {
      4 * price < low ? "low" : 4 * price > high ? "high" : "avg"
    }

    var lowText: String { "\"\(ExpectedCalendar.decimal(quarters: low))\"" }
    var highText: String { "\"\(ExpectedCalendar.decimal(quarters: high))\"" }
  }

  private static func text(
    of day: Day,
    _ fare: SeenDay?,
    _ edges: Edges?,
    _ origin: PlaceCode,
    _ destination: PlaceCode,
    _ workload: Workload,
    _ asOf: Instant
  ) -> String {
    guard let fare else {
      return #"{"departure_date":"\#(day)","status":"no_fare_observed","price_minor":null,"band":null}"#
    }
    let price = decimal(quarters: 4 * fare.priceMinor)
    let display = "$" + (fare.priceMinor % 100 == 0 ? "\(fare.priceMinor / 100)" : price)
    let band = edges?.band(of: fare.priceMinor)
    let label = band.map { ["low": "Cheap", "avg": "Average", "high": "Expensive"][$0] ?? $0 }
    let (_, month, dayOfMonth) = day.components
    let spoken =
      "\(monthNames[month - 1]) \(dayOfMonth), \(display)" + (label.map { ", \($0.lowercased()) price" } ?? "")
    return """
      {"departure_date":"\(day)","status":"priced","price_minor":\(fare.priceMinor),"price":"\(price)",\
      "display":"\(display)","currency":"\(Workload.currency)","band":\(quoted(band)),"label":\(quoted(label)),\
      "direct":\(fare.stops == 0),"stops":\(fare.stops),"airports":["\(origin)","\(destination)"],\
      "observed_at":"\(fare.observedAt)","age_hours":\((asOf.rawValue - fare.observedAt.rawValue) / 3600),\
      "source":"\(workload.source)","spoken":"\(spoken)"}
      """
  }

  private static func cheapest(_ priced: [(day: Day, price: Int64)]) -> String {
    guard let cheapest = priced.min(by: { ($0.price, $0.day) < ($1.price, $1.day) }) else { return "null" }
    return """
      {"departure_date":"\(cheapest.day)","price_minor":\(cheapest.price),\
      "price":"\(decimal(quarters: 4 * cheapest.price))","currency":"\(Workload.currency)"}
      """
  }

  private static func statistics(_ sorted: [Int64]) -> String {
    guard let least = sorted.first, let greatest = sorted.last else {
      return #"{"n":0,"min_minor":null,"median":null,"mean_minor":null,"max_minor":null}"#
    }
    let count = Int64(sorted.count)
    let median = decimal(quarters: 2 * (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]))
    let mean = (2 * sorted.reduce(0, +) + count) / (2 * count)
    return """
      {"n":\(count),"min_minor":\(least),"median":"\(median)","mean_minor":\(mean),"max_minor":\(greatest)}
      """
  }

  private static func quoted(_ text: String?) -> String {
    text.map { "\"\($0)\"" } ?? "null"
  }

  /// An amount in quarters of a cent, with two decimals or as many more as it has.
  private static func decimal(quarters: Int64) -> String {
    let tenThousandths = quarters * 25
    let digits = String(tenThousandths % 10_000)
    var decimals = String(repeating: "0", count: 4 - digits.utf8.count) + digits
    while decimals.utf8.count > 2, decimals.hasSuffix("0") { decimals.removeLast() }
    return "\(tenThousandths / 10_000).\(decimals)"
  }

  private static let monthNames = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]
}
