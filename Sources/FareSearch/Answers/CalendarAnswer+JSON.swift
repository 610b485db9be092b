import FareAtlas
import FareJSON
import FareModel

extension CalendarAnswer {
  /// Writes the answer as the result object of `calendar`.
  func write(into json: inout JSONWriter, _ atlas: Atlas) {
    json.raw("{")
    json.route(question.fares)
    if let month = question.month {
      json.key("month")
      json.string(month.description)
    } else {
      json.key("from")
      json.day(question.days.lowerBound)
      json.key("to")
      json.day(question.days.upperBound)
    }
    json.terms(question.fares.terms, currency: currency, asOf: asOf, coverage)
    let amounts = Amounts(currency, question.fares.locale, atlas)
    json.bands(edges, reference: question.bandReference.rawValue, counts, amounts)
    writeCheapest(into: &json, amounts)
    json.statistics(statistics, amounts)
    json.key("days")
    if question.weeks {
      writeWeeks(into: &json, amounts)
    } else {
      json.raw("[")
      for day in days { write(day, into: &json, amounts) }
      json.raw("]")
    }
    json.leftOut(leftOut)
    json.raw("}")
  }

  private func writeCheapest(into json: inout JSONWriter, _ amounts: Amounts) {
    json.key("cheapest")
    guard let day = cheapest, let fare = day.fare else {
      json.null()
      return
    }
    json.raw("{")
    json.dates(day.date, fare.returnDate)
    json.price(fare.priceMinor, amounts)
    json.key("currency")
    json.string(amounts.currency)
    json.raw("}")
  }

  private func writeWeeks(into json: inout JSONWriter, _ amounts: Amounts) {
    let blanks = (question.days.lowerBound.weekday - question.weekStart + 7) % 7
    json.raw("[")
    for row in 0..<(blanks + days.count + 6) / 7 {
      json.element()
      json.raw("[")
      for cell in (row * 7 - blanks)..<(row * 7 - blanks + 7) {
        if days.indices.contains(cell) {
          write(days[cell], into: &json, amounts)
        } else {
          json.element()
          json.null()
        }
      }
      json.raw("]")
    }
    json.raw("]")
  }

  private func write(_ day: CalendarDay, into json: inout JSONWriter, _ amounts: Amounts) {
    json.element()
    json.raw("{")
    if let fare = day.fare, question.detail {
      writeDetail(of: day, fare, into: &json, amounts)
    } else {
      json.key("departure_date")
      json.day(day.date)
      if day.fare == nil {
        json.key("status")
        json.string(day.status.rawValue)
      }
      json.key("price_minor")
      json.optional(day.fare?.priceMinor)
      json.key("band")
      json.optional(day.band?.name)
    }
    json.raw("}")
  }

  /// Writes a priced day in one go: of all that is written, this is most.
  private func writeDetail(of day: CalendarDay, _ fare: ShownFare, into json: inout JSONWriter, _ amounts: Amounts) {
    json.dates(day.date, fare.returnDate)
    json.raw(#","status":"priced","price_minor":"#)
    json.integer(fare.priceMinor)
    json.raw(#","price":""#)
    amounts.write(fare.priceMinor, into: &json)
    json.raw(#"","display":""#)
    let display = json.count
    amounts.display(fare.priceMinor, into: &json)
    let displayed = display..<json.count
    json.raw(#"","currency":""#)
    json.raw(amounts.currency.utf8Span.span)
    json.raw("\"")
    json.band(day.band)
    if let stops = fare.stops {
      json.raw(stops == 0 ? #","direct":true,"stops":"# : #","direct":false,"stops":"#)
      json.integer(stops)
    } else {
      json.raw(#","direct":null,"stops":null"#)
    }
    json.raw(#","airports":["#)
    json.code(fare.origin)
    json.raw(",")
    json.code(fare.destination)
    json.raw(#"],"observed_at":"#)
    json.instant(fare.observedAt)
    json.raw(#","age_hours":"#)
    json.integer(fare.observedAt.hours(to: asOf))
    json.raw(#","source":"#)
    json.string(fare.source)
    if let link = fare.deepLink {
      json.key("deep_link")
      json.string(link)
    }
    json.spoken(day, displayed)
  }
}

extension JSONWriter {
  /// Writes `band` and `label`.
  fileprivate mutating func band(_ band: Band?) {
    switch band {
    case .low: raw(#","band":"low","label":"Cheap""#)
    case .avg: raw(#","band":"avg","label":"Average""#)
    case .high: raw(#","band":"high","label":"Expensive""#)
    case nil: raw(#","band":null,"label":null"#)
    }
  }

  /// Writes `spoken`, the day in words that a screen reader speaks: `November 1, $562.76, cheap price`.
  ///
  /// The price stands in `displayed` already.
  fileprivate mutating func spoken(_ day: CalendarDay, _ displayed: Range<Int>) {
    let (_, month, dayOfMonth) = day.date.components
    raw(#","spoken":""#)
    raw(Self.monthNames[month - 1])
    raw(" ")
    integer(dayOfMonth)
    raw(", ")
    again(displayed)
    switch day.band {
    case .low: raw(", cheap price\"")
    case .avg: raw(", average price\"")
    case .high: raw(", expensive price\"")
    case nil: raw("\"")
    }
  }

  private static let monthNames: [StaticString] = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]
}
