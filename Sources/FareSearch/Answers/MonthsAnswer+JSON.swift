import FareAtlas
import FareJSON
import FareModel

extension MonthsAnswer {
  /// Writes the answer as the result object of `months`.
  func write(into json: inout JSONWriter, _ atlas: Atlas) {
    json.raw("{")
    json.route(question.fares)
    json.terms(question.fares.terms, currency: currency, asOf: asOf, coverage)
    let amounts = Amounts(currency, question.fares.locale, atlas)
    json.bands(edges, reference: "months", counts, amounts)
    json.key("months")
    json.raw("[")
    for month in months { month.write(into: &json, amounts) }
    json.raw("]")
    json.key("cheapest_month")
    json.optional(cheapestMonth?.description)
    json.leftOut(leftOut)
    json.raw("}")
  }

  private var counts: [Band: Int] {
    months.reduce(into: [:]) { counts, month in
      if let band = month.band { counts[band, default: 0] += 1 }
    }
  }
}

extension MonthSummary {
  fileprivate func write(into json: inout JSONWriter, _ amounts: Amounts) {
    json.element()
    json.raw("{")
    json.key("month")
    json.string(month.description)
    json.key("priced_days")
    json.integer(pricedDays)
    json.key("cheapest")
    if let day = cheapest, let fare = day.fare {
      json.raw("{")
      json.dates(day.date, fare.returnDate)
      json.price(fare.priceMinor, amounts)
      json.key("display")
      json.string(amounts.display(fare.priceMinor))
      json.key("currency")
      json.string(amounts.currency)
      json.raw("}")
    } else {
      json.null()
    }
    json.key("median")
    json.optional(medianHalves.map { amounts.decimal(quarters: 2 * $0) })
    json.key("band")
    json.optional(band?.name)
    json.raw("}")
  }
}
