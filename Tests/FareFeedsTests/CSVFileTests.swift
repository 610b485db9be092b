import FareFeeds
import FareModel
import Testing

@Suite("CSV files as they come")
struct CSVFileTests {
  @Test("finds columns by name, whatever their order, case and spaces, and passes over unknown ones")
  func findsColumns() throws {
    guard let reordered = sharedFile("cases/B40/reordered.csv"), let spelling = sharedFile("cases/B40/spelling.csv")
    else { return }
    let feed = try Feed.read(reordered)
    #expect(feed.column("origin") == ["OSL"])
    #expect(feed.column("destination") == ["FCO"])
    #expect(feed.column("departure_date") == ["2026-09-03"])
    #expect(feed.column("price") == ["91.00"])
    #expect(feed.column("currency") == ["EUR"])
    #expect(try Feed.read(spelling).column("price") == ["88.00"])
  }

  @Test("warns once a file of a column that is misspelt, and of no other unknown one")
  func warnsOfMisspeltColumns() throws {
    let feed = try Feed.read("\(header),carrier,class,note\n\(row),SK,Y,\n\(row),AZ,Y,\n")
    #expect(feed.column("carriers") == ["-", "-"])
    #expect(feed.warnings.map(\.code) == [.misspeltColumn])
    #expect(feed.warningCount(.misspeltColumn) == 1)
    #expect(feed.warnings.first?.example == "header: carrier, did you mean carriers?")
    #expect(try Feed.read("\(header),carrier,carriers\n\(row),SK,AZ\n").warnings.isEmpty)
  }

  @Test("refuses a header that lacks or repeats a column, by its name")
  func refusesHeaders() throws {
    guard let missing = sharedFile("cases/B40/missing.csv"), let repeated = sharedFile("cases/B40/dup_column.csv")
    else { return }
    #expect(Feed.refusal(missing)?.reason == "the header lacks the column currency, and --currency is not given")
    #expect(Feed.refusal(repeated)?.reason == "the header names the column price twice")
  }

  @Test("skips a header in the middle of a file, and counts it as no row")
  func skipsHeaders() throws {
    guard let file = sharedFile("cases/B40/repeated.csv") else { return }
    let feed = try Feed.read(file)
    #expect(feed.column("price") == ["87.00", "86.00"])
    #expect(feed.records == [1, 2])
    #expect(feed.rowsRead == 2)
    #expect(feed.rejected.isEmpty)
    #expect(feed.warningCount(.repeatedHeader) == 1)
    let glued = try Feed.read("\(header)\n\(row)\n\u{FEFF}\(header)\n\(row)\n")
    #expect(glued.records == [1, 2])
    #expect(glued.warningCount(.repeatedHeader) == 1)
  }

  @Test("rejects records with too few or too many fields, by number")
  func rejectsRagged() throws {
    guard let file = sharedFile("cases/B40/ragged.csv") else { return }
    let feed = try Feed.read(file)
    #expect(feed.column("departure_date") == ["2026-09-09", "2026-09-12"])
    #expect(feed.rejected.map(\.record) == [2, 3])
    #expect(
      feed.rejected.map(\.reason) == ["has 4 fields where the header has 6", "has 7 fields where the header has 6"]
    )
    #expect(feed.rowsRead == 4)
  }

  @Test("drops a byte-order mark at the very start and nowhere else")
  func dropsMark() throws {
    guard let plain = sharedFile("cases/B35/bom.csv"), let quoted = sharedFile("cases/B35/bom_quoted.csv"),
      let middle = sharedFile("cases/B35/bom_mid.csv")
    else { return }
    #expect(try Feed.read(plain).column("origin") == ["OSL"])
    let feed = try Feed.read(quoted)
    #expect(feed.column("origin") == ["OSL"])
    #expect(feed.column("observed_at") == ["2026-08-01T06:00:00Z"])
    let glued = try Feed.read(middle)
    #expect(glued.records == [1])
    #expect(glued.rejected.map(\.record) == [2])
    #expect(glued.rejected.map(\.column) == ["origin"])
  }

  @Test("refuses UTF-16 and other headers that are not UTF-8, and says so")
  func refusesEncodings() throws {
    guard let utf16 = sharedFile("cases/B35/utf16.csv") else { return }
    #expect(Feed.refusal(utf16)?.reason == "the file is not UTF-8, it looks like UTF-16")
    #expect(Feed.refusal(Array(utf16.dropFirst(2)))?.reason == "the file is not UTF-8, it looks like UTF-16")
    #expect(
      Feed.refusal([0xE9] + Array("\(header)\n".utf8))?.reason == "the header cannot be read: column 1 is not UTF-8"
    )
  }

  @Test("reads every line end there is, and a last line without one")
  func readsLineEnds() throws {
    guard let crlf = sharedFile("cases/B36/crlf_nofinal.csv"), let mixed = sharedFile("cases/B36/mixed_eol.csv"),
      let quoted = sharedFile("cases/B36/empty_quoted_last.csv"), let returns = sharedFile("cases/B36/cr_only.csv")
    else { return }
    let feed = try Feed.read(crlf)
    #expect(feed.column("price") == ["91.00", "88.00"])
    #expect(feed.column("observed_at") == ["2026-08-01T06:00:00Z", "2026-08-01T06:00:00Z"])
    #expect(try Feed.read(mixed).column("price") == ["87.00", "86.00"])
    #expect(try Feed.read(mixed).rowsRead == 2)
    #expect(try Feed.read(quoted).column("price") == ["90.00", "89.00"])
    #expect(Feed.refusal(returns)?.reason == "the lines of the file end with CR alone: expected LF or CRLF")
  }

  @Test("reads quoted commas, quotes and newlines")
  func readsQuotes() throws {
    let feed = try Feed.read("\(header),source\r\n\(row),\"a, \"\"b\"\"\r\nc\"\r\n\(row),\"\"\r\n\(row),\"x\"")
    #expect(feed.column("source") == ["a, \"b\"\r\nc", "own", "x"])
  }

  @Test(
    "rejects a quote within a field that is not quoted, and goes on with the next record",
    arguments: ["a\"b", "\"a\"b"]
  )
  func rejectsStrayQuotes(_ field: String) throws {
    let feed = try Feed.read("\(header),source\n\(row),\(field)\n\(row),c\n")
    #expect(feed.rejected.map(\.record) == [1])
    #expect(feed.rejected.map(\.column) == ["source"])
    #expect(feed.column("source") == ["c"])
  }

  @Test("rejects records that a database cannot store, by number and column, and keeps their neighbours")
  func rejectsBytes() throws {
    guard let file = sharedFile("cases/B39/bytes.csv") else { return }
    let feed = try Feed.read(file)
    #expect(feed.column("departure_date") == ["2026-09-03", "2026-09-06"])
    #expect(feed.rejected.map(\.record) == [2, 3])
    #expect(feed.rejected.map(\.column) == ["note", "origin"])
    #expect(feed.rejected.map(\.reason) == ["is not UTF-8", "holds a NUL byte"])
    #expect(feed.rejected[0].raw.hasSuffix("Ciudad Acu\u{FFFD}a"))
    #expect(feed.rejected[1].raw.hasPrefix("OS\u{FFFD}L,"))
  }

  @Test("refuses a file that is cut within its last record, and takes a whole last record without newline")
  func refusesCutFiles() throws {
    guard let cut = sharedFile("cases/B45/cut_in_row.csv"), let empty = sharedFile("cases/B45/empty.csv"),
      let bare = sharedFile("cases/B45/header_only.csv"), let full = sharedFile("cases/B45/full.csv")
    else { return }
    #expect(Feed.refusal(cut)?.reason == "the last record has 3 of 6 fields: the file is incomplete")
    #expect(Feed.refusal(empty)?.reason == "the file is empty")
    #expect(Feed.refusal(" \n\n")?.reason == "the file is empty")
    #expect(try Feed.read(bare).rowsRead == 0)
    #expect(try Feed.read(Array(full.dropLast())).column("price") == ["91.00", "129.00"])
    #expect(Feed.refusal("\(header)\n\(row)\n\"OSL,FCO\n")?.reason.contains("incomplete") == true)
    let newlines = String(repeating: "x\n", count: 1 << 20)
    #expect(Feed.refusal("\(header)\n\"\(newlines)")?.reason.contains("perhaps a quote is not closed") == true)
  }

  @Test("refuses content of an unknown format with the names of the known ones")
  func refusesUnknown() throws {
    for text in ["a,b,c\n1,2,3\n", "{\"a\":1}", "[1,2]", "hello"] {
      let error = try #require(Feed.refusal(text))
      #expect(error.flag == "--format")
      for format in FeedFormat.all { #expect(error.reason.contains(format.name)) }
    }
  }

  @Test("says which file cannot be opened")
  func refusesAbsent() {
    #expect(throws: FeedError("the file cannot be opened: No such file or directory")) {
      try Feed.read(path: "/no/such/file")
    }
    #expect(throws: FeedError("the file cannot be read: Is a directory")) { try Feed.read(path: "/") }
  }
}
