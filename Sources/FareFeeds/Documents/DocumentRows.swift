import FareAtlas
import FareJSON
import FareModel

/// Reads a feed that is one JSON document.
struct DocumentReader {
  private let document: JSONDocument
  private let content: DocumentFormat
  private var rows: DocumentRows
  private var isRead = false

  init(
    _ document: JSONDocument,
    _ content: DocumentFormat,
    _ format: FeedFormat,
    _ context: FeedContext,
    _ atlas: Atlas
  ) {
    self.document = document
    self.content = content
    rows = DocumentRows(context, atlas, source: context.source ?? format.name)
  }

  /// Reads all rows, the first time it is called.
  mutating func read(into table: inout ObservationTable, _ report: inout FeedReport) throws(FeedError) {
    if isRead { return }
    isRead = true
    swap(&rows.table, &table)
    swap(&rows.report, &report)
    defer {
      swap(&rows.table, &table)
      swap(&rows.report, &report)
    }
    try content.read(document, &rows)
  }
}

/// Where the rows of a JSON document go, and what they are read with.
struct DocumentRows {
  let context: FeedContext
  let atlas: Atlas
  let source: String
  fileprivate var table = ObservationTable()
  fileprivate var report = FeedReport()
  private var sink: RowSink
  private var record: Int32 = 0

  fileprivate init(_ context: FeedContext, _ atlas: Atlas, source: String) {
    self.context = context
    self.atlas = atlas
    self.source = source
    sink = RowSink(context, atlas)
  }

  /// Adds the row that `make` reads from an element, the next record of the document.
  mutating func add(
    _ element: JSONNode,
    of document: JSONDocument,
    _ make: (inout TextPool, inout AtlasMemo) throws(Rejection) -> Observation
  ) {
    record += 1
    report.rowsRead += 1
    do throws(Rejection) {
      let row = try make(&table.texts, &sink.memo)
      try sink.add(row, record: record, to: &table, &report)
    } catch {
      report.reject(record, error, raw: document.tree.raw(element))
    }
  }

  /// How many rows there are.
  var count: Int { table.count }

  /// Whether an element was rejected.
  var hasRejected: Bool { report.rowsRejected > 0 }

  /// Takes back that the rows from a place on were all there was.
  mutating func withdrawCompleteness(from begin: Int) {
    table.change(from: begin) { $0.isCompleteLook = false }
  }

  /// Adds a look that the document implies without an element of its own.
  mutating func addImplied(_ make: (inout TextPool) -> Observation) {
    sink.addImplied(make(&table.texts), to: &table)
  }

  /// The instant at which the source saw its fares: as the document says, else as `--observed-at` does.
  func observedAt(_ said: Instant? = nil) throws(FeedError) -> Instant {
    guard let instant = said ?? context.observedAt else {
      throw .missing("when its fares were observed", flag: "--observed-at")
    }
    return instant
  }

  /// The currency of the prices: as the document says, else as `--currency` does.
  func currency(_ said: CurrencyCode? = nil) throws(FeedError) -> CurrencyCode {
    guard let currency = said ?? context.currency else { throw .missing("its currency", flag: "--currency") }
    return currency
  }

  /// Refuses prices for several travellers together, which do not say the price for one adult.
  func checkTravellers(_ count: Int) throws(FeedError) {
    if count > 1 { throw FeedError("its prices are for \(count) travellers together: expected those for one adult") }
  }

  /// The route of a page: as the document says, else as `--origin` and `--destination` do.
  func route(
    _ saidOrigin: PlaceCode? = nil,
    _ saidDestination: PlaceCode? = nil
  ) throws(FeedError) -> (origin: PlaceCode, destination: PlaceCode) {
    guard let origin = saidOrigin ?? context.origin else { throw .missing("where its trips begin", flag: "--origin") }
    guard let destination = saidDestination ?? context.destination else {
      throw .missing("where its trips end", flag: "--destination")
    }
    return (origin, destination)
  }
}
