import FareFeeds
import FareModel
import Foundation
import Testing

@Suite("wrong profiles")
struct ProfileErrorTests {
  private func error(_ profile: String) -> String? {
    do throws(ProfileError) {
      _ = try FeedProfile(profile.utf8Span.span)
      return nil
    } catch {
      return error.description
    }
  }

  /// A profile that is right but for what is put into its fields, and into itself.
  private func error(fields: String, more: String = "") -> String? {
    error("{\"name\": \"n\"\(more), \"fields\": {\"price\": \"p\", \"departure_date\": \"d\"\(fields)}}")
  }

  @Test(
    "say where a field is wrong, what is wrong and what is allowed",
    arguments: [
      (#""prise": "x""#, "$.fields.prise: no such member as prise, did you mean price?"),
      (#""origin": {"colum": "x"}"#, "$.fields.origin.colum: no such member as colum, did you mean column?"),
      (
        #""origin": {"column": "x", "format": "d"}"#,
        "$.fields.origin.format: no such member as format; expected column, text, constant, path, first_of, missing, split, take, table or otherwise"
      ),
      (
        #""origin": {"column": "x", "constant": "y"}"#,
        "$.fields.origin: has 2 sources: expected one of column, text, constant or path"
      ),
      (#""origin": 7"#, "$.fields.origin: is no object"),
      (#""origin": """#, "$.fields.origin: is no text, or an empty one"),
      (#""origin": {"path": "o"}"#, "$.fields.origin.path: no such name in $.path as o; there is none"),
      (
        #""origin": {"column": "x", "table": "citis"}"#,
        "$.fields.origin.table: no such table in $.tables as citis, did you mean cities?"
      ),
      (
        #""origin": {"column": "x", "otherwise": "keep"}"#,
        "$.fields.origin.otherwise: there is no table whose names could lack one"
      ),
      (
        #""origin": {"column": "x", "take": "first"}"#,
        "$.fields.origin.take: there is no split whose items it could take"
      ),
      (
        #""origin": {"column": "x", "split": "-", "take": "al"}"#,
        "$.fields.origin.take: no such take as al, did you mean all?"
      ),
      (
        #""origin": {"column": "x", "split": "-", "take": "all"}"#,
        "$.fields.origin.take: origin is one value, and all may be several"
      ),
      (#""origin": {"text": "{a"}"#, "$.fields.origin.text: a brace is not closed"),
      (#""origin": {"first_of": []}"#, "$.fields.origin.first_of: is an empty list"),
      (
        #""origin": {"first_of": ["a", {"column": 3}]}"#,
        "$.fields.origin.first_of[1].column: is no text, or an empty one"
      ),
      (
        #""return_date": {"column": "x", "format": "YYYY-MM-dd"}"#,
        "$.fields.return_date.format: YYYY is the year of a week in other programs; expected yyyy or yy"
      ),
      (#""return_date": {"column": "x", "format": ["MM-dd"]}"#, "$.fields.return_date.format: does not tell a date"),
      (
        #""return_date": {"column": "x", "format": "yyyy-MM-DD"}"#,
        "$.fields.return_date.format: no such part of a date or time as DD, did you mean dd or d?"
      ),
      (
        #""return_date": {"column": "x", "plus_days": "a", "minus_days": "b"}"#,
        "$.fields.return_date.plus_days: stands beside minus_days, expected one of them"
      ),
      (
        #""departure_time": {"column": "x", "format": "h:mm"}"#,
        "$.fields.departure_time.format: h and a go together, H goes without a"
      ),
      (
        #""departure_time": {"column": "x", "format": "HH:mm'"}"#,
        "$.fields.departure_time.format: a quote is not closed"
      ),
      (
        #""duration_minutes": {"column": "x", "format": "word"}"#,
        "$.fields.duration_minutes.format: no such format of durations as word, did you mean words?"
      ),
      (
        #""observed_at": {"column": "x", "format": "yyyy-MM-dd"}"#,
        "$.fields.observed_at: zone is missing, and the format has no offset (Z)"
      ),
      (
        #""observed_at": {"column": "x", "format": "yyyy-MM-dd", "zone": "Europe/Lisboa"}"#,
        "$.fields.observed_at.zone: no such time zone as Europe/Lisboa; expected a name such as Europe/Lisbon or UTC"
      ),
    ]
  )
  func fields(field: String, expected: String) {
    #expect(error(fields: ", " + field, more: #", "tables": {"cities": {"a": "b"}}"#) == expected)
  }

  @Test(
    "say where the rest is wrong",
    arguments: [
      ("[]", "$: is no object"), (#"{"fields": {}}"#, "$: name is missing"),
      (#"{"name": "n"}"#, "$: fields is missing"),
      (
        #"{"name": "a b", "fields": {"price": "p", "departure_date": "d"}}"#,
        "$.name: is no name: expected ASCII letters, digits and -"
      ),
      (#"{"name": "n", "fields": {"departure_date": "d"}}"#, "$.fields: price is missing, and no flag gives it"),
      (
        #"{"name": "n", "separator": "::", "fields": {}}"#,
        "$.separator: is no separator of fields: expected a comma, a semicolon, | or a tab"
      ),
      (
        #"{"name": "n", "numbers": {"decimal": ",", "thousands": ","}, "fields": {}}"#,
        "$.numbers: decimal and thousands are the same"
      ),
      (
        #"{"name": "n", "numbers": {"thousand": ","}, "fields": {}}"#,
        "$.numbers.thousand: no such member as thousand, did you mean thousands?"
      ),
      (#"{"name": "n", "months": ["Jan"], "fields": {}}"#, "$.months: has 1 names, expected the 12 of the months"),
      (
        #"{"name": "n", "path": "{a}{b}.csv", "fields": {}}"#,
        "$.path: has nothing between two of its names, so nothing tells where the first ends"
      ),
      (#"{"name": "n", "path": "{a}/{a}.csv", "fields": {}}"#, "$.path: has {a} twice"),
      (#"{"name": "n", "tables": {"t": {"a": 5}}, "fields": {}}"#, "$.tables.t.a: is no text, or an empty one"),
    ]
  )
  func members(profile: String, expected: String) {
    #expect(error(profile) == expected)
  }

  @Test("that are no JSON say so")
  func noJSON() {
    #expect(error("{")?.hasPrefix("$: is no JSON: ") == true)
    #expect(error(#"{"name": "n", "name": "m"}"#)?.hasPrefix("$: is no JSON: ") == true)
  }
}
