import FareModel

/// The answer of `routes` as a table.
struct RoutesView {
  /// The answer.
  var answer: RoutesAnswer
  /// What the text is for.
  var terminal: Terminal

  /// The table, or a line that says that there is nothing to list.
  func text() -> String {
    guard !answer.routes.isEmpty else { return "No route is covered.\n" }
    let table = Table(
      columns: [
        Table.Column(title: "from"), Table.Column(title: "to"), Table.Column(title: "city", isFlexible: true),
        Table.Column(title: "first day"), Table.Column(title: "last day"), Table.Column(title: "seen"),
      ],
      rows: answer.routes[answer.question.page.range(of: answer.routes.count)].map { entry in
        [
          "\(entry.span.origin)", "\(entry.span.destination)", Table.Cell(entry.name.map(ShownText.oneLine) ?? ""),
          "\(entry.span.firstDeparture)", "\(entry.span.lastDeparture)",
          Table.Cell(Amounts.age(hours: entry.span.lastObservedAt.hours(to: answer.asOf))),
        ]
      }
    )
    return table.text(on: terminal) + "\n\(Amounts.counted(Int64(answer.routes.count), "route"))\n"
  }
}
