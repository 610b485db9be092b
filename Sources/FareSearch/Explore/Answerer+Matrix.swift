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
    let (routes, prices) = try reading(asOf: question.fares.asOf) {
      () throws(PostgresError) -> ([RouteSpan], MatrixPrices) in
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
    let reader = try question.combines ? keepingReader(scene) : reader(scene)
    let sheets = SheetReader(fares: reader, trip: .return, filters: question.fares.filters, shown: question.departures)
    let returns = try sheets.sheet(of: spans, months: [question.departures.months])
    var ways = WayFares()
    if question.combines {
      var returning = scene
      (returning.origins, returning.destinations) = (scene.destinations, scene.origins)
      for table in try reader.currentFares(of: spans, months: question.departures.months) {
        ways.appendOut(table, of: question.departures)
      }
      for table in try reader.currentFares(of: self.spans(of: returning), months: question.returns.months) {
        ways.appendBack(table, of: question.returns)
      }
    }
    let currency =
      question.fares.currency ?? returns.mostPricedCurrency(of: question, from: scene.today) ?? ways.mostPricedCurrency
    let currencies = Set(returns.currencies + ways.currencies).sorted()
    let exchange = try exchange(to: currency, currencies, scene)
    var unknown = returns.unknownCodes
    unknown?.remove(namedIn: ways.table)
    return MatrixPrices(
      returns: returns,
      combined: CombinedPrices(ways, question, exchange, atlas, scene),
      exchange: exchange,
      unknownCodes: unknown
    )
  }
}

/// The fares that a matrix is made of.
struct MatrixPrices {
  /// Return fares.
  let returns: FareSheet
  /// One-way fares that are put together; none when nothing is combined.
  let combined: CombinedPrices
  /// What brings them into the currency of the answer.
  let exchange: Exchange
  /// The codes of the filters that nobody knows.
  let unknownCodes: UnknownCodes?

  /// The cells, a row for each day of departure. Past departures have none.
  ///
  /// Two one-ways stand in a cell when they are cheaper than any return fare.
  func cells(of question: MatrixQuestion, from today: Day) -> [[MatrixCell?]] {
    let blank = [MatrixCell?](repeating: nil, count: question.returns.count)
    var cells = Array(repeating: blank, count: question.departures.count)
    for row in returns.rows {
      guard let currency = row.currency else { continue }
      for cell in row.cells {
        guard let returnDate = cell.returnDate, question.holds(cell.departureDate, returnDate, from: today),
          let price = cell.priceMinor.flatMap({ exchange.convert($0, from: currency) })
        else { continue }
        let (row, column) = question.place(cell.departureDate, returnDate)
        let offered = MatrixCell(cell, priceMinor: price)
        if cells[row][column].map({ offered.isBetter(than: $0) }) ?? true { cells[row][column] = offered }
      }
    }
    var combined = combined
    for departureDate in question.departures {
      for returnDate in question.returns where question.holds(departureDate, returnDate, from: today) {
        let (row, column) = question.place(departureDate, returnDate)
        if let both = combined.cheapest(departureDate, returnDate, below: cells[row][column]?.priceMinor) {
          cells[row][column] = both
        }
      }
    }
    let most = question.maxPriceMinor ?? .max
    return cells.map { $0.map { cell in cell.flatMap { $0.priceMinor <= most ? $0 : nil } } }
  }

  /// What is left out of the cells, and of the one-ways that might have been combined.
  func leftOut(of question: MatrixQuestion, from today: Day) -> LeftOut {
    var leftOut = combined.leftOut
    returns.forEachLeftOut(
      exchange,
      shows: { departureDate, returnDate in
        returnDate.map { question.holds(departureDate, $0, from: today) } ?? false
      },
      passes: { _, _, price in price <= question.maxPriceMinor ?? .max }
    ) { _, count, reason in leftOut.add(count, reason) }
    return leftOut
  }
}

extension MatrixCell {
  /// A return fare.
  fileprivate init(_ cell: DayPriceCell, priceMinor: Int64) {
    self.init(
      priceMinor: priceMinor,
      observedAt: cell.observedAt,
      source: cell.source,
      deepLink: cell.deepLink,
      isCombined: false
    )
  }

  /// Whether it is the cheaper of two, or of equals the one observed later, then the one whose source is first.
  func isBetter(than other: Self) -> Bool {
    (priceMinor, other.observedAt, source) < (other.priceMinor, observedAt, other.source)
  }
}

extension ClosedRange<Day> {
  /// The months of the days.
  fileprivate var months: ClosedRange<Month> { lowerBound.month...upperBound.month }
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
