import FareModel
import FareSearch
import FareStore

/// The answer of `status` as text.
struct StatusView {
  /// The answer.
  var answer: StatusAnswer
  /// What the text is for.
  var terminal: Terminal

  /// The whole text, each line with its newline.
  func text() -> String {
    let store = answer.store
    let loaded = store.lastLoadedAt.map { "\($0), \(age($0)) ago" } ?? "nothing yet"
    let summary = """
      fares   \(Amounts.counted(Int64(store.observations), "observation")) of \
      \(Amounts.counted(Int64(store.routes), "route")) in \
      \(Amounts.counted(Int64(store.batches), "batch", plural: "batches"))
      loaded  \(loaded)
      store   \(Amounts.bytes(Int64(store.bytes))), schema \(store.schemaVersion), PostgreSQL \(store.serverVersion)

      """
    let tables = (store.sources.isEmpty ? [] : [sources()]) + (answer.batches.map { [batches($0)] } ?? [])
    return summary + tables.map { "\n" + $0.text(on: terminal) }.joined()
  }

  /// What is wrong with the age of the sources; nil when none is older than was asked for.
  var complaint: String? {
    guard answer.isStale, let hours = answer.maxAgeHours else { return nil }
    let allowed = "at most \(Amounts.counted(Int64(hours), "hour"))"
    guard let stale = answer.store.sources.first(where: answer.isStale) else {
      return "nothing was loaded yet, \(allowed)"
    }
    let age = Amounts.counted(stale.newestObservedAt.hours(to: answer.asOf), "hour")
    return "\(stale.name) is \(age) old, \(allowed)"
  }

  private func batches(_ batches: [BatchRecord]) -> Table {
    Table(
      columns: [
        Table.Column(title: "batch", isRight: true), Table.Column(title: "state"), Table.Column(title: "when"),
        Table.Column(title: "read", isRight: true), Table.Column(title: "loaded", isRight: true),
        Table.Column(title: "rejected", isRight: true), Table.Column(title: "what"),
        Table.Column(title: "file", isFlexible: true),
      ],
      rows: batches.map { batch in
        [
          Table.Cell("\(batch.number)"), Table.Cell(batch.retractedAt == nil ? batch.state.rawValue : "retracted"),
          Table.Cell("\(batch.retractedAt ?? batch.loadedAt)"), Table.Cell(Amounts.grouped(Int64(batch.rowsRead))),
          Table.Cell(Amounts.grouped(Int64(batch.rowsLoaded))), Table.Cell(Amounts.grouped(Int64(batch.rowsRejected))),
          Table.Cell(batch.subject == .fares ? batch.format : batch.subject.rawValue),
          Table.Cell(ShownText.oneLine(batch.fileName)),
        ]
      }
    )
  }

  private func sources() -> Table {
    Table(
      columns: [
        Table.Column(title: "source", isFlexible: true), Table.Column(title: "newest"),
        Table.Column(title: "age", isRight: true), Table.Column(title: "observations", isRight: true),
        Table.Column(title: ""),
      ],
      rows: answer.store.sources.map { source in
        [
          Table.Cell(ShownText.oneLine(source.name)), "\(source.newestObservedAt)",
          Table.Cell(age(source.newestObservedAt)),
          Table.Cell(Amounts.grouped(Int64(source.observations))),
          Table.Cell(answer.isStale(source) ? "stale" : "", [.red]),
        ]
      }
    )
  }

  private func age(_ instant: Instant) -> String {
    Amounts.age(hours: instant.hours(to: answer.asOf))
  }
}
