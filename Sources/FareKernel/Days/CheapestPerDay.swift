public import FareModel

/// The cheapest fare of a day in one currency.
public struct DayFare: Hashable, Sendable {
  /// The day of departure.
  public var departureDate: Day
  /// The day of return; nil for one-way fares.
  public var returnDate: Day?
  /// The currency of the price.
  public var currency: CurrencyCode
  /// The least price in minor units.
  public var priceMinor: Int64
  /// How many priced fares stand behind the price.
  public var fareCount: Int
  /// The place of the fare that has the price.
  public var index: Int
}

/// A day of which a look found no price.
public struct UnpricedDay: Hashable, Sendable {
  /// The day of departure.
  public var departureDate: Day
  /// The day of return; nil for one-way fares.
  public var returnDate: Day?
  /// Whether the newest look without a price said that the day is sold out.
  public var isSoldOut: Bool
  /// The place of that look.
  public var index: Int
}

/// Finds the cheapest of the given fares for each departure date, return date and currency.
///
/// Of equally cheap fares the one observed last is taken, then the one whose canonical line is smaller. Fares without a
/// price are passed over.
///
/// - Parameters:
///   - rows: The observations.
///   - indices: The places of the fares to look at, such as the current ones of a route.
///   - precedes: Whether the canonical line of the row at the first place is smaller than that of the second.
/// - Returns: The days by departure date, return date (none first) and currency.
/// - Complexity: O(n + d log d) on average for n fares of d days.
public func cheapestPerDay(
  in rows: Span<Observation>,
  among indices: Span<Int>,
  precedes: (Int, Int) -> Bool
) -> [DayFare] {
  var index = DayIndex()
  var days: [DayFare] = []
  for i in indices.indices {
    let row = indices[i]
    guard let price = rows[row].priceMinor else { continue }
    let day = index.number(of: row, in: rows, currency: rows[row].currency)
    guard day < days.count else {
      days.append(
        DayFare(
          departureDate: rows[row].departureDate,
          returnDate: rows[row].returnDate,
          currency: rows[row].currency,
          priceMinor: price,
          fareCount: 1,
          index: row
        )
      )
      continue
    }
    days[day].fareCount += 1
    if isCheaper(row, price, than: days[day], in: rows, precedes) {
      days[day].priceMinor = price
      days[day].index = row
    }
  }
  return days.sorted {
    ($0.departureDate, $0.returnDate ?? .beforeAll, $0.currency)
      < ($1.departureDate, $1.returnDate ?? .beforeAll, $1.currency)
  }
}

/// Finds, among the given fares, the days that a look found no price for.
///
/// A day is listed whether or not other fares price it. It is sold out when the newest of its looks without a price said
/// so; of equally new ones one that says so is taken, then the one whose canonical line is smaller.
///
/// - Parameters:
///   - rows: The observations.
///   - indices: The places of the fares to look at, such as the current ones of a route.
///   - precedes: Whether the canonical line of the row at the first place is smaller than that of the second.
/// - Returns: The days by departure date and return date (none first).
/// - Complexity: O(n + d log d) on average for n fares of d days.
public func unpricedDays(
  in rows: Span<Observation>,
  among indices: Span<Int>,
  precedes: (Int, Int) -> Bool
) -> [UnpricedDay] {
  var index = DayIndex()
  var days: [UnpricedDay] = []
  for i in indices.indices {
    let row = indices[i]
    guard rows[row].priceMinor == nil else { continue }
    let day = index.number(of: row, in: rows, currency: nil)
    if day == days.count {
      days.append(
        UnpricedDay(
          departureDate: rows[row].departureDate,
          returnDate: rows[row].returnDate,
          isSoldOut: rows[row].isSoldOut,
          index: row
        )
      )
    } else if isNewerLook(row, than: days[day], in: rows, precedes) {
      days[day].isSoldOut = rows[row].isSoldOut
      days[day].index = row
    }
  }
  return days.sorted {
    ($0.departureDate, $0.returnDate ?? .beforeAll) < ($1.departureDate, $1.returnDate ?? .beforeAll)
  }
}

private func isCheaper(
  _ row: Int,
  _ price: Int64,
  than day: DayFare,
  in rows: Span<Observation>,
  _ precedes: (Int, Int) -> Bool
) -> Bool {
  if price != day.priceMinor { return price < day.priceMinor }
  let (observedAt, otherObservedAt) = (rows[row].observedAt, rows[day.index].observedAt)
  return observedAt == otherObservedAt ? precedes(row, day.index) : observedAt > otherObservedAt
}

private func isNewerLook(
  _ row: Int,
  than day: UnpricedDay,
  in rows: Span<Observation>,
  _ precedes: (Int, Int) -> Bool
) -> Bool {
  let (observedAt, otherObservedAt) = (rows[row].observedAt, rows[day.index].observedAt)
  if observedAt != otherObservedAt { return observedAt > otherObservedAt }
  return rows[row].isSoldOut == day.isSoldOut ? precedes(row, day.index) : rows[row].isSoldOut
}

extension Day {
  /// Where fares without a return date sort.
  fileprivate static let beforeAll = Day(rawValue: .min)
}

/// Numbers the days met so far by departure date, return date and currency.
private struct DayIndex {
  private struct Key: Equatable {
    var departureDate: Day
    var returnDate: Day?
    var currency: CurrencyCode?
  }

  private var index = HashIndex()
  private var keys: [Key] = []
  private var latest = 0

  /// The number of the day of a row, the count of days so far when it is a new one.
  mutating func number(of row: Int, in rows: Span<Observation>, currency: CurrencyCode?) -> Int {
    let key = Key(departureDate: rows[row].departureDate, returnDate: rows[row].returnDate, currency: currency)
    // Fares come mostly day by day.
    if latest < keys.count, keys[latest] == key { return latest }
    let dates = UInt64(
      packing: UInt32(bitPattern: key.departureDate.rawValue),
      UInt32(bitPattern: (key.returnDate ?? .beforeAll).rawValue)
    )
    let hash = UInt64(0).mixed(dates, UInt64(currency?.rawValue ?? 0))
    if let found = index.find(hash, isSame: { keys[$0] == key }) {
      latest = found
    } else {
      latest = keys.count
      keys.append(key)
    }
    return latest
  }
}
