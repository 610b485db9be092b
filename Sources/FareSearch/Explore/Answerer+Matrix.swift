import FareAtlas
import FareKernel
public import FareModel
import FareStore

extension Answerer {
  /// Answers `matrix`.
  public func matrix(_ question: MatrixQuestion) throws(AnswerFault) -> MatrixAnswer {
    let scene = try scene(of: question.fares)
    let isNamed = question.departureDate != nil
    let last = question.departureDate ?? question.departures.upperBound
    try refusePast(last, scene, at: question.fares.origin, parameter: isNamed ? "departure_date" : "to")
    let (routes, prices) = try reading { () throws(PostgresError) -> ([RouteSpan], MatrixPrices) in
      let spans = try spans(of: scene)
      return (spans, try matrixPrices(question, spans, scene))
    }
    let coverage = try coverage(routes, scene)
    try refuse(prices.unknownCodes)
    var cells = prices.cells(of: question, from: scene.today)
    let priced = cells.flatMap { $0.compactMap { $0?.priceMinor } }
    let edges = quartileEdges(of: priced.span)
    for row in cells.indices {
      for column in cells[row].indices {
        guard let price = cells[row][column]?.priceMinor else { continue }
        cells[row][column]?.band = edges.band(of: price)
      }
    }
    return MatrixAnswer(
      question: question,
      asOf: scene.asOf,
      coverage: coverage,
      currency: prices.exchange.currency,
      cells: cells,
      edges: edges,
      leftOut: prices.leftOut(of: question, from: scene.today)
    )
  }

  private func matrixPrices(
    _ question: MatrixQuestion,
    _ spans: [RouteSpan],
    _ scene: Scene
  ) throws(PostgresError) -> MatrixPrices {
    let filters = question.fares.filters
    func sheet(
      _ spans: [RouteSpan],
      _ days: ClosedRange<Day>,
      _ trip: Trip,
      _ filters: FareFilters
    ) throws(PostgresError) -> FareSheet {
      let reader = SheetReader(fares: reader(scene), trip: trip, filters: filters, shown: days)
      return try reader.sheet(of: spans, months: [days.lowerBound.month...days.upperBound.month])
    }
    let returns = try sheet(spans, question.departures, .return, filters)
    var (out, back) = (FareSheet(), FareSheet())
    if question.combines {
      out = try sheet(spans, question.departures, .oneWay, filters.ofWay(filters.outbound))
      var returning = scene
      (returning.origins, returning.destinations) = (scene.destinations, scene.origins)
      back = try sheet(self.spans(of: returning), question.returns, .oneWay, filters.ofWay(filters.inbound))
    }
    let currency =
      question.fares.currency ?? returns.mostPricedCurrency(of: question, from: scene.today)
      ?? out.mostPricedCurrency(of: question, from: scene.today)
    let currencies = Set(returns.currencies + out.currencies + back.currencies).sorted()
    return MatrixPrices(
      returns: returns,
      waysOut: out,
      waysBack: back,
      exchange: try exchange(to: currency, currencies, scene)
    )
  }
}

/// The fares that a matrix is made of.
struct MatrixPrices {
  /// Return fares.
  let returns: FareSheet
  /// One-way fares out; none when nothing is combined.
  let waysOut: FareSheet
  /// One-way fares back.
  let waysBack: FareSheet
  /// What brings them into the currency of the answer.
  let exchange: Exchange

  /// The codes of the filters that nobody knows.
  var unknownCodes: UnknownCodes? {
    var unknown = returns.unknownCodes
    for other in [waysOut, waysBack].compactMap(\.unknownCodes) { unknown?.formIntersection(other) }
    return unknown
  }

  /// The cells, a row for each day of departure. Past departures have none.
  ///
  /// Two one-ways stand in a cell when they are cheaper than any return fare. When the way out lands, a day's price does
  /// not tell, so the way back must leave on a later day.
  func cells(of question: MatrixQuestion, from today: Day) -> [[MatrixCell?]] {
    let blank = [MatrixCell?](repeating: nil, count: question.returns.count)
    var cells = Array(repeating: blank, count: question.departures.count)
    forEachPrice(in: returns) { cell, price in
      guard let returnDate = cell.returnDate, question.holds(cell.departureDate, returnDate, from: today) else {
        return
      }
      let (row, column) = question.place(cell.departureDate, returnDate)
      let offered = MatrixCell(priceMinor: price, observedAt: cell.observedAt, isCombined: false)
      cells[row][column] = Self.better(offered, cells[row][column])
    }
    let (out, back) = (cheapest(waysOut, of: question.departures), cheapest(waysBack, of: question.returns))
    for (departureDate, first) in zip(question.departures, out) {
      for (returnDate, second) in zip(question.returns, back) {
        guard let first, let second, returnDate > departureDate, question.holds(departureDate, returnDate, from: today)
        else { continue }
        let (row, column) = question.place(departureDate, returnDate)
        let both = MatrixCell(
          priceMinor: first.priceMinor + second.priceMinor,
          observedAt: min(first.observedAt, second.observedAt),
          isCombined: true
        )
        if both.priceMinor < cells[row][column]?.priceMinor ?? .max { cells[row][column] = both }
      }
    }
    let most = question.maxPriceMinor ?? .max
    return cells.map { $0.map { cell in cell.flatMap { $0.priceMinor <= most ? $0 : nil } } }
  }

  /// What is left out of the cells, and of the one-ways that might have been combined.
  func leftOut(of question: MatrixQuestion, from today: Day) -> LeftOut {
    var leftOut = LeftOut()
    returns.forEachLeftOut(
      exchange,
      shows: { departureDate, returnDate in
        returnDate.map { question.holds(departureDate, $0, from: today) } ?? false
      },
      passes: { _, _, price in price <= question.maxPriceMinor ?? .max }
    ) { _, count, reason in leftOut.add(count, reason) }
    for (ways, days) in [(waysOut, question.departures), (waysBack, question.returns)] {
      ways.forEachLeftOut(
        exchange,
        shows: { departureDate, _ in departureDate >= today && days.contains(departureDate) },
        passes: { _, _, _ in true }
      ) { _, count, reason in leftOut.add(count, reason) }
    }
    return leftOut
  }

  /// The cheapest one-way of each of some days.
  private func cheapest(_ sheet: FareSheet, of days: ClosedRange<Day>) -> [MatrixCell?] {
    var cheapest = [MatrixCell?](repeating: nil, count: days.count)
    forEachPrice(in: sheet) { cell, price in
      guard days.contains(cell.departureDate) else { return }
      let slot = days.lowerBound.distance(to: cell.departureDate)
      let offered = MatrixCell(priceMinor: price, observedAt: cell.observedAt, isCombined: false)
      cheapest[slot] = Self.better(offered, cheapest[slot])
    }
    return cheapest
  }

  /// The cheaper of two, of equals the one observed later.
  private static func better(_ one: MatrixCell, _ other: MatrixCell?) -> MatrixCell {
    guard let other else { return one }
    return (one.priceMinor, other.observedAt) < (other.priceMinor, one.observedAt) ? one : other
  }

  private func forEachPrice(in sheet: FareSheet, _ body: (DayPriceCell, Int64) -> Void) {
    for row in sheet.rows {
      guard let currency = row.currency else { continue }
      for cell in row.cells {
        if let price = cell.priceMinor.flatMap({ exchange.convert($0, from: currency) }) { body(cell, price) }
      }
    }
  }
}

extension MatrixQuestion {
  /// Whether the matrix has a cell for two days.
  fileprivate func holds(_ departureDate: Day, _ returnDate: Day, from today: Day) -> Bool {
    departureDate >= today && departures.contains(departureDate) && returns.contains(returnDate)
      && returnDate >= departureDate && fares.nights.include(departureDate, returnDate)
  }

  /// The row and the column of two days.
  fileprivate func place(_ departureDate: Day, _ returnDate: Day) -> (row: Int, column: Int) {
    (departures.lowerBound.distance(to: departureDate), returns.lowerBound.distance(to: returnDate))
  }
}

extension FareSheet {
  /// The currency with most priced days of departure that a matrix has a cell for.
  fileprivate func mostPricedCurrency(of question: MatrixQuestion, from today: Day) -> CurrencyCode? {
    mostPricedCurrency(slotCount: question.departures.count) { _, departureDate, returnDate in
      let isShown =
        returnDate.map { question.holds(departureDate, $0, from: today) }
        ?? (departureDate >= today && question.departures.contains(departureDate))
      return isShown ? question.departures.lowerBound.distance(to: departureDate) : nil
    }
  }
}
