import FareModel
import FareStore
import Support
import Testing

@Suite("Copy writer")
struct CopyWriterTests {
  @Test("every kind of value arrives as it was")
  func valuesArrive() throws {
    let connection = try TestDatabase.connect()
    try connection.execute(
      """
      create table t (a bool, b int2, c int4, d int8, e text, f bytea, g date, h timestamptz, i int2[], j int4[],
        k int8[], l date[], m timestamptz[], n text[], o text[], p text)
      """
    )
    let day = try #require(Day("2024-02-29"))
    let instant = try #require(Instant("1969-12-31T23:59:59Z"))
    let none: [Int64] = []
    let rows = try connection.copyIn("copy t from stdin (format binary)") { writer throws(PostgresError) in
      try writer.beginRow(columns: 16)
      writer.bool(true)
      writer.int2(-2)
      writer.int4(.min)
      writer.int8(.max)
      writer.text("é")
      writer.bytes(([0, 255] as [UInt8]).span)
      writer.date(day)
      writer.timestamp(instant)
      writer.int2Array(([1, -1] as [Int16]).span)
      writer.int4Array(([7, 8, 9] as [Int32]).span) { $0 == 1 }
      writer.int8Array(none.span)
      writer.dateArray([day].span)
      writer.timestampArray([instant, instant].span) { $0 == 0 }
      writer.textArray(count: 3) { index, put in
        if index == 1 { put(nil) } else { put("x\(index)".utf8Span.span) }
      }
      writer.textArray(count: 0) { _, _ in }
      writer.null()
      try writer.beginRow(columns: 16)
      for _ in 0..<16 { writer.int4(nil) }
    }
    #expect(rows == 2)
    let texts = try connection.texts("select t::text, (select count(*)::text from t where t is null) from t limit 1")
    #expect(
      texts == [
        #"(t,-2,-2147483648,9223372036854775807,é,"\\x00ff",2024-02-29,"1969-12-31 23:59:59+00","#
          + #""{1,-1}","{7,NULL,9}",{},{2024-02-29},"{NULL,""1969-12-31 23:59:59+00""}","{x0,NULL,x2}",{},)"#,
        "1",
      ]
    )
  }

  @Test("what a random load writes, the array reader reads", arguments: [1, 2, 3] as [UInt64])
  func randomArrays(seed: UInt64) throws {
    let connection = try TestDatabase.connect()
    try connection.execute("create table t (id int, numbers int8[], texts text[])")
    var generator = SeededGenerator(seed: seed)
    let rows = (0..<60).map { _ in
      let count = Int.random(in: 0...200, using: &generator)
      return (0..<count).map { _ in Int64.random(in: -1_000_000...1_000_000, using: &generator) }
    }
    // Every seventh value stands for a null, and the texts are long enough for more than one piece.
    let padding = String(repeating: "x", count: 100)
    func isNull(_ value: Int64) -> Bool { value % 7 == 0 }
    let count = try connection.copyIn("copy t from stdin (format binary)") { writer throws(PostgresError) in
      for (id, numbers) in rows.enumerated() {
        try writer.beginRow(columns: 3)
        writer.int4(Int32(id))
        writer.int8Array(numbers.span) { isNull(numbers[$0]) }
        writer.textArray(count: numbers.count) { index, put in
          if isNull(numbers[index]) { put(nil) } else { put("\(padding)\(numbers[index])".utf8Span.span) }
        }
      }
    }
    #expect(count == rows.count)
    let result = try connection.query("select numbers, texts from t order by id")
    for (row, numbers) in rows.enumerated() {
      let (readNumbers, readTexts) = read(result, row)
      #expect(readNumbers == numbers.map { isNull($0) ? nil : $0 })
      #expect(readTexts == numbers.map { isNull($0) ? nil : "\(padding)\($0)" })
    }
  }

  @Test("the reader reads every type of element")
  func elementTypes() throws {
    let connection = try TestDatabase.connect()
    let result = try connection.query(
      """
      select array[1, null, -3]::int2[], array[4, null], array[date '2000-01-02', null],
        array[timestamptz '2000-01-01 00:00:01.5+00'], null::int[], '{}'::int[]
      """
    )
    let (values, isNull) = elements(result)
    #expect(values == ["1", "nil", "-3", "4", "nil", "2000-01-02", "nil", "2000-01-01T00:00:01Z"])
    #expect(isNull == [true, false])
  }

  @Test("a body that throws ends the copy without a row, and the connection is usable")
  func bodyThrows() throws {
    let connection = try connectionWithTable()
    let error = #expect(throws: PostgresError.self) {
      _ = try connection.copyIn("copy t from stdin (format binary)") { writer throws(PostgresError) in
        try writer.beginRow(columns: 1)
        writer.int4(1)
        throw PostgresError(.queryFailed, message: "enough")
      }
    }
    #expect(error?.message == "enough")
    #expect(try connection.texts("select count(*)::text from t") == ["0"])
  }

  @Test("a row that the server refuses is named, and the connection is usable")
  func serverRefuses() throws {
    let connection = try connectionWithTable()
    let error = #expect(throws: PostgresError.self) {
      _ = try connection.copyIn("copy t from stdin (format binary)") { writer throws(PostgresError) in
        for number in [1, 2, 1] as [Int32] {
          try writer.beginRow(columns: 1)
          writer.int4(number)
        }
      }
    }
    #expect(error?.sqlState == "23505")
    #expect(error?.message.contains("Key (a)=(1) already exists.; COPY t, line 3") == true)
    #expect(try connection.texts("select count(*)::text from t") == ["0"])
  }

  @Test("a statement that is no copy from stdin is refused", arguments: ["select 1", "copy t to stdout", "selec"])
  func noCopy(sql: String) throws {
    let connection = try connectionWithTable()
    #expect(throws: PostgresError.self) { _ = try connection.copyIn(sql) { _ in } }
    #expect(try connection.texts("select 'fine'") == ["fine"])
  }

  @Test("a row with too few or too many values is a mistake in the program, and traps")
  func wrongColumns() async throws {
    let url = try TestDatabase.server.url()
    for written in [0, 2] {
      await #expect(processExitsWith: .failure) { [url = url as String, written = written as Int] in
        let connection = try PostgresConnection(conninfo: url)
        try connection.execute("create temporary table t (a int)")
        _ = try connection.copyIn("copy t from stdin (format binary)") { writer throws(PostgresError) in
          try writer.beginRow(columns: 1)
          for _ in 0..<written { writer.int4(1) }
        }
      }
    }
  }

  private func connectionWithTable() throws -> PostgresConnection {
    let connection = try TestDatabase.connect()
    try connection.execute("create table t (a int primary key)")
    return connection
  }

  // Results and readers cannot be captured by `#expect`.
  private func read(_ result: borrowing PostgresResult, _ row: Int) -> ([Int64?], [String?]) {
    var numbers: [Int64?] = []
    if var reader = result.array(row, 0) {
      for _ in 0..<reader.count { numbers.append(reader.nextInt8()) }
    }
    var texts: [String?] = []
    if var reader = result.array(row, 1) {
      for _ in 0..<reader.count {
        if let bytes = reader.nextBytes() {
          texts.append(String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self))
        } else {
          texts.append(nil)
        }
      }
    }
    return (numbers, texts)
  }

  private func elements(_ result: borrowing PostgresResult) -> (values: [String], isNull: [Bool]) {
    var values: [String?] = []
    if var reader = result.array(0, 0) {
      for _ in 0..<reader.count { values.append(reader.nextInt2()?.description) }
    }
    if var reader = result.array(0, 1) {
      for _ in 0..<reader.count { values.append(reader.nextInt4()?.description) }
    }
    if var reader = result.array(0, 2) {
      for _ in 0..<reader.count { values.append(reader.nextDate()?.description) }
    }
    if var reader = result.array(0, 3) {
      for _ in 0..<reader.count { values.append(reader.nextTimestamp()?.description) }
    }
    var isEmpty = false
    if let reader = result.array(0, 5) { isEmpty = reader.count == 0 }
    return (values.map { $0 ?? "nil" }, [result.isNull(0, 4), !isEmpty])
  }
}
