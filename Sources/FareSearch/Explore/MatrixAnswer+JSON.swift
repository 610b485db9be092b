import FareAtlas
import FareJSON
import FareModel

extension MatrixAnswer {
  /// Writes the answer as the result object of `matrix`.
  func write(into json: inout JSONWriter, _ atlas: Atlas) {
    json.raw("{")
    json.route(question.fares)
    json.terms(question.fares.terms, currency: currency, asOf: asOf, coverage)
    let amounts = Amounts(currency, question.fares.locale, atlas)
    json.key("departure_dates")
    json.days(question.departures)
    json.key("return_dates")
    json.days(question.returns)
    json.key("cells")
    json.raw("[")
    for row in cells {
      json.element()
      json.raw("[")
      for cell in row {
        json.element()
        if let cell { cell.write(into: &json, amounts, asOf) } else { json.null() }
      }
      json.raw("]")
    }
    json.raw("]")
    json.bands(edges, reference: "matrix", counts, amounts)
    json.key("cheapest")
    if let (departureDate, returnDate, cell) = cheapest {
      json.raw("{")
      json.dates(departureDate, returnDate)
      json.shownPrice(cell.priceMinor, amounts)
      json.key("combined")
      json.boolean(cell.isCombined)
      json.raw("}")
    } else {
      json.null()
    }
    json.leftOut(leftOut)
    json.raw("}")
  }

  private var counts: [Band: Int] {
    cells.joined().compactMap { $0?.band }.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }
}

extension MatrixCell {
  fileprivate func write(into json: inout JSONWriter, _ amounts: Amounts, _ asOf: Instant) {
    json.raw("{")
    json.optionalPrice(priceMinor, amounts)
    json.key("band")
    json.optional(band?.name)
    json.provenance(observedAt, asOf: asOf, source: source, deepLink)
    json.key("combined")
    json.boolean(isCombined)
    json.raw("}")
  }
}

extension JSONWriter {
  fileprivate mutating func days(_ days: ClosedRange<Day>) {
    raw("[")
    for day in days {
      element()
      self.day(day)
    }
    raw("]")
  }
}
