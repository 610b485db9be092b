import FareFeeds
import FareModel
import Foundation
import Testing

/// A profile of one field, and one of its values, are what most of these tests need.
private enum Sample {
  /// The JSON of a profile with a field beside those that a fare must have; `more` are further members.
  static func profile(_ field: String = "", more: String = "", price: String = #""cost""#) -> String {
    """
    {"name": "sample", \(more.isEmpty ? "" : more + ",")
     "fields": {
       \(field.isEmpty ? "" : field + ",")
       "origin": {"constant": "OSL"}, "destination": {"constant": "FCO"}, "currency": {"constant": "EUR"},
       "observed_at": {"constant": "2026-01-01T00:00:00Z"}, "departure_date": {"constant": "2026-09-03"},
       "price": \(price)}}
    """
  }

  /// What a column comes to for each value of the feed's column `value`; `-` where it is missing, `!` where it is rejected.
  static func read(_ values: [String], _ column: String, by profile: String) throws -> [String] {
    let text = "value;cost\n" + values.map { "\"\($0)\";1\n" }.joined()
    let feed = try Feed.read(text, profile: profile.replacing("{\"name\"", with: "{\"separator\": \";\", \"name\""))
    let rejected = Set(feed.rejected.map { Int($0.record) })
    var rows = feed.rows.makeIterator()
    return values.indices.map { rejected.contains($0 + 1) ? "!" : rows.next()?[column] ?? "-" }
  }
}

@Suite("profiles of others' CSV")
struct ProfileTests {
  @Test(
    "B16: an amount is read by the declared format of its feed, and by nothing else",
    arguments: [
      ("plain", "1600.00", "EUR", "1600.00"), ("plain", "1,600.00", "EUR", "!"), ("eu", "1.234,56", "EUR", "1234.56"),
      ("plain", "1.234,56", "EUR", "!"), ("plain", "1,234", "EUR", "!"), ("plain", "3.350", "KWD", "3.350"),
      ("plain", "3.350", "EUR", "!"), ("eu", ",89", "EUR", "0.89"), ("plain", "$1,", "USD", "!"),
      ("plain", "12abc", "EUR", "!"), ("eu", "1\u{A0}222\u{A0}333,50", "EUR", "1222333.50"),
      ("plain", "0x10", "EUR", "!"),
      ("plain", "1e3", "EUR", "!"), ("plain", "", "EUR", "-"), ("us", "1,600.00", "USD", "1600.00"),
      ("us", "16,00", "USD", "!"), ("us", "1,600,00.00", "USD", "!"), ("eu", "1.222\u{A0}333", "EUR", "!"),
      ("us", "1600", "USD", "1600.00"), ("us", "1600,000", "USD", "!"), ("us", ",600", "USD", "!"),
      ("us", "1,", "USD", "!"),
      ("us", "1.", "USD", "!"), ("us", "-5", "USD", "!"), ("eu", "1 222", "EUR", "!"),
    ]
  )
  func numbers(format: String, text: String, currency: String, expected: String) throws {
    let formats = [
      "plain": "{}", "us": #"{"thousands": ","}"#, "eu": #"{"decimal": ",", "thousands": [".", "\u00a0"]}"#,
    ]
    let profile = Sample.profile(
      price: #"{"column": "value", "numbers": \#(formats[format] ?? "")}"#
    ).replacing("\"EUR\"", with: "\"\(currency)\"")
    #expect(try Sample.read([text], "price", by: profile) == [expected])
  }

  @Test("a currency's sign stands around a number only where it is declared")
  func signs() throws {
    let price = #"{"column": "value", "numbers": {"decimal": ",", "thousands": ".", "prefix": "EUR", "suffix": "€"}}"#
    let texts = ["1.234,50 €", "EUR 12", "12", "$12", "€ 12", "€"]
    #expect(
      try Sample.read(texts, "price", by: Sample.profile(price: price)) == ["1234.50", "12.00", "12.00", "!", "!", "!"]
    )
  }

  @Test("values that mean unpriced or sold out are kept without a price, and the day of the latter is sold out")
  func unpriced() throws {
    let price = #"{"column": "value", "unpriced": ["-", "on request"], "sold_out": "Sold out"}"#
    let texts = ["-", "on request", "Sold out", "0.00", "NA", "", "sold out"]
    let profile = Sample.profile(price: price)
    #expect(try Sample.read(texts, "price", by: profile) == ["-", "-", "-", "-", "-", "-", "!"])
    #expect(try Sample.read(texts, "available", by: profile) == ["-", "-", "false", "-", "-", "-", "!"])
  }

  @Test(
    "dates are read by their pattern, and what does not exist is rejected",
    arguments: [
      (#""d/MM/yyyy""#, "1/05/2019", "2019-05-01"), (#""d/MM/yyyy""#, "31/04/2019", "!"),
      (#""dd-MM-yyyy""#, "1-03-2022", "!"),
      (#""dd-MM-yyyy""#, "01-03-2022", "2022-03-01"), (#""M/d/yy""#, "3/9/26", "2026-03-09"),
      (#""yyyyMMdd""#, "20260903", "2026-09-03"), (#""EEE, d MMM yyyy""#, "Thu, 3 sep 2026", "2026-09-03"),
      (#""yyyy-MM-dd'T'HH:mmZ""#, "2026-05-17T00:20+02:00", "2026-05-17"),
      (#"["d.M.yyyy", "yyyy-MM-dd"]"#, "2026-09-03", "2026-09-03"),
      (#""yyyy-MM-dd""#, "2026-12-27", "2026-12-27"), (#""yyyy-MM-dd""#, "2026-02-29", "!"),
      (#""yyyy-MM-dd""#, "2026-12-27 ", "2026-12-27"),
    ]
  )
  func dates(format: String, text: String, expected: String) throws {
    let profile = Sample.profile(#""return_date": {"column": "value", "format": \#(format)}"#)
      .replacing("2026-09-03\"}", with: "2019-01-01\"}")
    #expect(try Sample.read([text], "return_date", by: profile) == [expected])
  }

  @Test("months have the names that the profile gives them")
  func monthNames() throws {
    let months = #""months": ["jan","fev","mar","abr","mai","jun","jul","ago","set","out","nov","dez"]"#
    let profile = Sample.profile(#""return_date": {"column": "value", "format": "d 'de' MMM yyyy"}"#, more: months)
    #expect(try Sample.read(["5 de out 2026", "5 de Oct 2026"], "return_date", by: profile) == ["2026-10-05", "!"])
  }

  @Test(
    "times of day are read by their pattern",
    arguments: [
      ("HH:mm", "23:55", "23:55"), ("HH:mm", "24:00", "!"), ("H.mm", "7.05", "07:05"), ("h:mm a", "12:05 AM", "00:05"),
      ("h:mma", "1:35pm", "13:35"), ("h:mm a", "13:00 PM", "!"),
      ("yyyy-MM-dd HH:mm:ss", "2026-09-03 06:30:59", "06:30"),
    ]
  )
  func times(format: String, text: String, expected: String) throws {
    let profile = Sample.profile(#""departure_time": {"column": "value", "format": "\#(format)"}"#)
    #expect(try Sample.read([text], "departure_time", by: profile) == [expected])
  }

  @Test(
    "durations are read in their format, and none or less is missing",
    arguments: [
      ("minutes", ["155", "0", "-5", "2.5"], ["155", "-", "-", "!"]), ("seconds", ["12300", "12359"], ["205", "205"]),
      ("hours", ["2.17", "0.83", "49.83", "2"], ["130", "50", "2990", "120"]),
      ("clock", ["2:35", "26:05", "2:60", ":10"], ["155", "1565", "!", "!"]),
      ("iso8601", ["PT3H25M", "P1DT2H", "3h"], ["205", "1560", "!"]),
      (
        "words", ["2h 50m", "19h", "5m", "02h 05m", "1d 2h", "2 hours, 5 min", "5m 2h", "2", "h"],
        ["170", "1140", "5", "125", "1560", "125", "!", "!", "!"]
      ),
    ]
  )
  func durations(format: String, texts: [String], expected: [String]) throws {
    let profile = Sample.profile(#""duration_minutes": {"column": "value", "format": "\#(format)"}"#)
    #expect(try Sample.read(texts, "duration_minutes", by: profile) == expected)
  }

  @Test("instants on a clock without an offset are those of the zone, whose clock changes with the seasons")
  func localInstants() throws {
    let field = #""expires_at": {"column": "value", "format": "yyyyMMddHHmm", "zone": "Europe/Lisbon"}"#
    let texts = ["202301230240", "202306140247", "202303260130", "202310290130"]
    // In the spring the clock skips an hour; of the hour that comes twice in autumn the first counts.
    let expected = ["2023-01-23T02:40:00Z", "2023-06-14T01:47:00Z", "2023-03-26T01:30:00Z", "2023-10-29T00:30:00Z"]
    #expect(try Sample.read(texts, "expires_at", by: Sample.profile(field)) == expected)
    let offset = #""expires_at": {"column": "value", "format": "yyyy-MM-dd HH:mm:ss.SSSZ"}"#
    #expect(
      try Sample.read(["2026-09-03 06:30:59.999+0530"], "expires_at", by: Sample.profile(offset)) == [
        "2026-09-03T01:00:59Z"
      ]
    )
    let epoch = #""expires_at": {"column": "value", "format": "unix_milliseconds"}"#
    #expect(
      try Sample.read(["1690000000999", "x"], "expires_at", by: Sample.profile(epoch)) == ["2023-07-22T04:26:40Z", "!"]
    )
  }

  @Test("a date is counted from another by the days that a column gives")
  func countedDates() throws {
    let field = #""return_date": {"constant": "2026-12-30", "plus_days": "value"}"#
    #expect(
      try Sample.read(["1", "49", "x", "2000"], "return_date", by: Sample.profile(field)) == [
        "2026-12-31", "2027-02-17", "!", "!",
      ]
    )
  }

  @Test("the date of an arrival becomes its day offset, in the nearest year where none is told")
  func arrivalDates() throws {
    let field =
      #""departure_time": {"constant": "22:00"}, "arrival_time": {"constant": "01:10"}, "arrival_date": {"column": "value", "format": ["d MMM", "'same day'"]}"#
    let profile = Sample.profile(field).replacing("2026-09-03\"}", with: "2026-12-31\"}")
    let texts = ["1 Jan", "2 Jan", "same day", "25 Dec"]
    #expect(try Sample.read(texts, "arrival_day_offset", by: profile) == ["1", "2", "1", "1"])
  }

  @Test(
    "items of a list are split off and taken as they are told to be",
    arguments: [
      ("all", "via", ["CCU+IXR+BBI+BLR", "DEL+COK"]), ("inner", "via", ["IXR+BBI", "-"]),
      ("all_but_first", "via", ["IXR+BBI+BLR", "COK"]),
      ("all_but_last", "via", ["CCU+IXR+BBI", "DEL"]), ("first", "deep_link", ["CCU", "DEL"]),
      ("last", "deep_link", ["BLR", "COK"]),
      ("changes", "stops", ["3", "1"]), ("common", "deep_link", ["-", "-"]),
    ]
  )
  func lists(take: String, column: String, expected: [String]) throws {
    let field = #""\#(column)": {"column": "value", "split": "→", "take": "\#(take)"}"#
    #expect(try Sample.read(["CCU → IXR → BBI → BLR", "DEL → COK"], column, by: Sample.profile(field)) == expected)
  }

  @Test("the item that all items are is taken, and a list with a missing item is missing whole")
  func listsWithGaps() throws {
    let tables =
      #""missing": "None", "tables": {"cabins": {"coach": "economy"}, "names": {"Delta": "DL", "United": "UA", "Several": null}}"#
    let cabin = #""cabin": {"column": "value", "split": "||", "take": "common", "table": "cabins"}"#
    #expect(
      try Sample.read(["coach||coach", "coach", "coach||first"], "cabin", by: Sample.profile(cabin, more: tables)) == [
        "economy", "economy", "-",
      ]
    )
    let carriers = #""carriers": {"column": "value", "split": "||", "table": "names"}"#
    let texts = ["Delta||United", "Delta||None", "Several", "Delta||Several", "Ghost"]
    #expect(
      try Sample.read(texts, "carriers", by: Sample.profile(carriers, more: tables)) == ["DL+UA", "-", "-", "-", "!"]
    )
  }

  @Test("a name that a table lacks is rejected, missing or kept, as the field says")
  func tables() throws {
    func read(_ otherwise: String) throws -> [String] {
      let field = #""deep_link": {"column": "value", "table": "t", "otherwise": "\#(otherwise)"}"#
      return try Sample.read(
        ["known", "other"],
        "deep_link",
        by: Sample.profile(field, more: #""tables": {"t": {"known": "K"}}"#)
      )
    }
    #expect(try read("reject") == ["K", "!"])
    #expect(try read("missing") == ["K", "-"])
    #expect(try read("keep") == ["K", "other"])
  }

  @Test("of several ways to know a value the first counts that says something")
  func firstOf() throws {
    let field = #""deep_link": {"first_of": ["gone", {"column": "value", "missing": "?"}, {"text": "cost-{cost}"}]}"#
    #expect(try Sample.read(["a", "?", ""], "deep_link", by: Sample.profile(field)) == ["a", "cost-1", "cost-1"])
  }

  @Test("a feed's path says what its pattern names, before the flags do")
  func paths() throws {
    let profile = #"""
      {"name": "looks", "path": "{look}_{origin}_*.csv", "fields": {
        "origin": {"path": "origin"}, "destination": "to", "departure_date": "day", "price": "cost",
        "observed_at": {"path": "look", "format": "yyyyMMddHHmm", "zone": "Europe/Lisbon"}, "currency": {"constant": "EUR"}}}
      """#
    let text = "to,day,cost\nMAD,2023-09-01,20.5\n"
    let feed = try Feed.read(text, profile: profile) { context in
      context.path = "data/202306140247_LIS_2023.csv"
      context.origin = PlaceCode("OPO")
      context.currency = CurrencyCode("USD")
    }
    #expect(feed.column("origin") == ["LIS"])
    #expect(feed.column("observed_at") == ["2023-06-14T01:47:00Z"])
    // What a profile says of all files stands back behind a flag.
    #expect(feed.column("currency") == ["USD"])
    let refusal = Feed.refusal(text, profile: profile) { $0.path = "data/other.csv" }
    #expect(refusal?.flag == "--origin")
    let flagged = try Feed.read(text, profile: profile) { context in
      context.path = "other.csv"
      context.origin = PlaceCode("OPO")
      context.observedAt = Instant("2023-06-14T00:00:00Z")
    }
    #expect(flagged.column("origin") == ["OPO"])
  }

  @Test("a rejection names the column of the feed and says what the profile expects")
  func rejections() throws {
    let profile = Sample.profile(#""departure_time": {"column": "When", "format": ["H:mm", "h:mm a"]}, "via": "Over""#)
    let feed = try Feed.read("when,over,cost\n7h,,1\n7:00,PARIS,1\n7:00,,1.234\n", profile: profile)
    let reasons = feed.rejected.map { "\($0.record) \($0.column): \($0.reason)" }
    #expect(
      reasons == [
        "1 When: is no local time: expected H:mm or h:mm a",
        "2 Over: is no list of three-letter codes, such as DOH+KUL",
        "3 cost: has more decimals than EUR has (2)",
      ]
    )
  }

  @Test("a file that lacks a column of a required value is refused, and one that lacks another is read without it")
  func missingColumns() throws {
    let profile = Sample.profile(#""departure_time": "when""#)
    #expect(try Feed.read("cost\n1\n", profile: profile).rows.count == 1)
    #expect(
      Feed.refusal("when\n07:00\n", profile: profile)?.reason
        == "the header lacks the column cost, from which the profile sample takes price"
    )
  }

  @Test(
    "fields may stand apart by a semicolon, a tab or a bar, within quotes too",
    arguments: [";", "\\t", "|"]
  )
  func separators(separator: String) throws {
    let mark = separator == "\\t" ? "\t" : separator
    let profile = Sample.profile(#""deep_link": "link""#, more: #""separator": "\#(separator)""#)
    let text =
      ["link", "cost"].joined(separator: mark) + "\n" + ["\"a,\(mark)b\"", "1"].joined(separator: mark)
      + "\nx,y\(mark)2\n"
    let feed = try Feed.read(text, profile: profile)
    #expect(feed.column("deep_link") == ["a,\(mark)b", "x,y"])
    #expect(feed.column("price") == ["1.00", "2.00"])
  }
}
