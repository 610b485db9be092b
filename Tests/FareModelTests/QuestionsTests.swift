import FareModel
import Testing

@Suite("nearest names")
struct NearestNamesTests {
  @Test("the name that was probably meant comes first")
  func nearest() {
    let names = ["origin", "destination", "month", "months", "max_stops", "nights_min", "nights_max"]
    #expect(NearestNames.of("mnoth", among: names) == ["month"])
    #expect(NearestNames.of("nights_mn", among: names) == ["nights_min", "nights_max"])
    #expect(NearestNames.of("Orgin", among: names) == ["origin"])
    #expect(NearestNames.of("zzzzzz", among: names).isEmpty)
    #expect(NearestNames.of("month", among: names, limit: 1) == ["month"])
  }
}

@Suite("arguments")
struct ArgumentsTests {
  private func calendar(_ given: [(name: String, value: ArgumentValue)]) throws(ArgumentError) -> CalendarQuestion {
    try CalendarQuestion(Arguments(given, for: Method.of(.calendar)))
  }

  private func fault(_ given: [(name: String, value: ArgumentValue)]) -> ArgumentError? {
    do {
      _ = try calendar(given)
      return nil
    } catch {
      return error
    }
  }

  private let route: [(name: String, value: ArgumentValue)] = [
    ("origin", .text("lon")), ("destination", .text("city:DXB")), ("month", .text("2026-09")),
  ]

  @Test("a calendar question has the defaults that the page promises")
  func defaults() throws {
    let question = try calendar(route)
    #expect(question.fares.origin.description == "LON")
    #expect(question.fares.destination.description == "city:DXB")
    #expect(question.month == Month("2026-09"))
    #expect(question.days == month("2026-09").days)
    #expect(question.fares.trip == .oneWay)
    #expect(question.fares.filters == .none)
    #expect(question.fares.locale == .enUS)
    #expect(question.bandReference == .horizon)
    #expect(question.detail)
    #expect(!question.weeks)
    #expect(question.weekStart == 0)
    #expect(question.fares.asOf == nil)
    #expect(!question.fares.includePredecessors)
  }

  @Test("flags and JSON values say the same")
  func untyped() throws {
    let typed = try calendar(
      route + [
        ("trip", .text("return")), ("nights_min", .integer(3)), ("nights_max", .integer(7)),
        ("direct_only", .boolean(true)),
        ("carriers", .list(["ba", "AA"])), ("week_start", .text("sunday")), ("layout", .text("weeks")),
        ("currency", .text("gbp")), ("as_of", .text("2026-08-01T06:00Z")), ("max_age_hours", .integer(24)),
      ]
    )
    let untyped = try calendar(
      [
        ("origin", "lon"), ("destination", "city:DXB"), ("month", "2026-09"), ("trip", "return"), ("nights_min", "3"),
        ("nights_max", "7"), ("direct_only", "true"), ("carriers", "ba,AA"), ("week_start", "sunday"),
        ("layout", "weeks"), ("currency", "gbp"), ("as_of", "2026-08-01T06:00Z"), ("max_age_hours", "24"),
      ].map { ($0.0, .untyped($0.1)) }
    )
    #expect(typed == untyped)
    #expect(typed.fares.nights == 3...7)
    #expect(typed.fares.filters.maxStops == 0)
    #expect(typed.fares.filters.carriers == ["BA", "AA"])
    #expect(typed.fares.filters.maxAgeHours == 24)
    #expect(typed.weekStart == 6)
    #expect(typed.weeks)
  }

  @Test("an unknown parameter is an error with the nearest name, and so is one given twice")
  func unknown() {
    let unknown = fault(route + [("max_stop", .integer(1))])
    #expect(unknown?.parameter == "max_stop")
    #expect(unknown?.nearest.first == "max_stops")
    #expect(unknown?.expected.hasPrefix("one of origin, destination, month") == true)
    #expect(fault(route + [("origin", .text("PAR"))])?.expected == "the parameter once")
  }

  @Test("a missing parameter is named with what it takes")
  func missing() {
    let error = fault([("origin", .text("LON")), ("month", .text("2026-09"))])
    #expect(error?.parameter == "destination")
    #expect(error?.value == nil)
    #expect(error?.expected == "a three-letter place code, or city: and a code")
    #expect(fault([("origin", .text("LON")), ("destination", .text("PAR"))])?.parameter == "month")
  }

  @Test(
    "a value that its parameter does not take is refused, and the error says what it takes",
    arguments: [
      ("month", ArgumentValue.text("2026-13"), "a month as YYYY-MM"),
      ("month", .integer(202_609), "a month as YYYY-MM"),
      ("max_stops", .integer(9), "an integer from 0 to 8"), ("max_stops", .text("1"), "an integer from 0 to 8"),
      ("max_stops", .untyped("+1"), "an integer from 0 to 8"), ("direct_only", .text("true"), "true or false"),
      ("direct_only", .untyped("yes"), "true or false"),
      ("cabin", .text("coach"), "economy, premium_economy, business or first"),
      ("trip", .text("oneway"), "one_way or return"),
      ("carriers", .list(["BAW"]), "a list of two-character carrier codes"),
      ("carriers", .list([]), "a list of two-character carrier codes"),
      ("carriers", .untyped("BA,"), "a list of two-character carrier codes"),
      ("currency", .text("EURO"), "a three-letter currency code"),
      ("as_of", .text("2026-08-01T06:00"), "an instant with its zone, as 2026-08-01T06:00:00Z"),
      ("nights_max", .integer(400), "an integer from 0 to 365"),
      ("origin", .text("L0N"), "a three-letter place code, or city: and a code"),
    ]
  )
  func refused(name: String, value: ArgumentValue, expected: String) {
    let error = fault(route.filter { $0.name != name } + [(name, value)])
    #expect(error?.parameter == name)
    #expect(error?.value == value)
    #expect(error?.expected == expected)
    #expect(error?.kind == .badParameter)
  }

  @Test("a range of days takes the place of a month, and has a limit")
  func range() throws {
    let ends: [(name: String, value: ArgumentValue)] = [("origin", .text("LON")), ("destination", .text("NYC"))]
    func days(_ from: String, _ to: String) -> [(name: String, value: ArgumentValue)] {
      ends + [("from", .text(from)), ("to", .text(to))]
    }
    #expect(try calendar(days("2026-09-10", "2026-09-12")).days == day("2026-09-10")...day("2026-09-12"))
    #expect(fault(days("2026-09-12", "2026-09-10"))?.parameter == "to")
    #expect(fault(days("2026-01-01", "2027-02-04")) == nil)
    #expect(fault(days("2026-01-01", "2027-02-05"))?.kind == .limitExceeded)
    #expect(fault(ends + [("from", .text("2026-09-10"))])?.parameter == "to")
    #expect(fault(route + [("from", .text("2026-09-10"))])?.parameter == "from")
  }

  @Test("nights belong to a return trip, the fewest first")
  func nights() throws {
    #expect(fault(route + [("nights_min", .integer(3))])?.parameter == "nights_min")
    let returning = route + [("trip", .text("return"))]
    #expect(fault(returning + [("nights_min", .integer(7)), ("nights_max", .integer(3))])?.parameter == "nights_max")
    #expect(try calendar(returning + [("nights_min", .integer(3))]).fares.nights == 3...Limits.mostNights)
    #expect(try calendar(returning + [("nights_max", .integer(3))]).fares.nights == 0...3)
    #expect(try calendar(returning).fares.nights == nil)
  }

  @Test("months asks for a year unless told otherwise")
  func months() throws {
    let ends: [(name: String, value: ArgumentValue)] = [("origin", .text("LON")), ("destination", .text("NYC"))]
    #expect(try MonthsQuestion(Arguments(ends, for: Method.of(.months))).months == 12)
    #expect(try MonthsQuestion(Arguments(ends + [("months", .integer(24))], for: Method.of(.months))).months == 24)
  }

  @Test("every method is found by its name, and every positional parameter is one of its own")
  func methods() {
    for method in Method.all {
      #expect(Method.named(method.name.rawValue)?.name == method.name)
      #expect(Set(method.positional).isSubset(of: method.parameters.map(\.name)))
      #expect(Set(method.parameters.map(\.name)).count == method.parameters.count)
    }
    #expect(Method.named("calender") == nil)
    #expect(Method.of(.calendar).parameters.first { $0.name == "band_reference" }?.flag == "--band-reference")
  }
}

@Suite("bands")
struct BandTests {
  @Test("only prices strictly beyond an edge are low or high")
  func edges() {
    let edges = BandEdges(sampleSize: 5, lowBelowQuarters: 4001, highAboveQuarters: 8000)
    #expect([1000, 1001, 2000, 2001].map { edges.band(of: $0) } == [.low, .avg, .avg, .high])
    #expect(BandEdges(sampleSize: 3, lowBelowQuarters: nil, highAboveQuarters: nil).band(of: 1) == nil)
    #expect(Band.allCases.map(\.label) == ["Cheap", "Average", "Expensive"])
    #expect(Band.allCases.map(\.name) == ["low", "avg", "high"])
  }
}

@Suite("content hashes")
struct ContentHashTests {
  @Test("are the same in every process, and tell where a text ends")
  func stable() {
    #expect(ContentHash.text(ContentHash.of("")) == "1bbd5c813c69a8d7")
    var (one, other) = (ContentHash(), ContentHash())
    for text in ["ab", "c"] { one.combine(text.utf8Span.span) }
    for text in ["a", "bc"] { other.combine(text.utf8Span.span) }
    #expect(one.value != other.value)
    #expect(ContentHash.text(255) == "00000000000000ff")
  }
}
