import FareJSON

/// A calendar whose days say only their date, price and band, or why they have none.
///
/// It is the calendar of `"detail": false` without the nulls of days that have no price.
enum SlimCalendar {
  /// Writes a calendar that has all details.
  static func write(_ calendar: ResultValue, into json: inout JSONWriter) {
    json.raw("{")
    for (name, value) in calendar.members {
      json.key(text: name)
      if name == "days" { write(days: value, into: &json) } else { value.write(into: &json) }
    }
    json.raw("}")
  }

  private static func write(days: ResultValue, into json: inout JSONWriter) {
    json.raw("[")
    for day in days.elements {
      json.element()
      if day.isList {
        write(days: day, into: &json)
      } else if day.isObject {
        write(day: day, into: &json)
      } else {
        json.null()
      }
    }
    json.raw("]")
  }

  private static func write(day: ResultValue, into json: inout JSONWriter) {
    let isPriced = day["price_minor"] != nil
    let kept = isPriced ? ["departure_date", "price_minor", "band"] : ["departure_date", "status"]
    json.raw("{")
    for (name, value) in day.members where kept.contains(name) {
      json.key(text: name)
      value.write(into: &json)
    }
    json.raw("}")
  }
}
