import FareModel

extension Commands {
  /// The command that hides a batch.
  static func retract(_ work: some StoreWork) -> Command {
    Command(
      name: "retract",
      summary: "Hides a batch of fares, as at every instant, and deletes nothing; its file may be loaded again.",
      parameters: [
        Parameter(
          "batch",
          .integer(1...Limits.greatestBatch),
          isRequired: true,
          "The batch to hide, by the number that ingest reports; status --batches lists them."
        ),
        .wait, .timeout, .json,
      ],
      positional: ["batch"],
      examples: ["retract 12", "retract 12 --wait --timeout 600 --json"]
    ) { invocation throws(CommandFailure) in
      guard let batch = invocation.arguments.integer("batch") else { preconditionFailure("the table requires a batch") }
      let call = RetractCall(
        batch: Int64(batch),
        waitSeconds: try invocation.waitSeconds(),
        asJSON: invocation.wantsJSON
      )
      return try work.retract(call, console: invocation.console)
    }
  }

  /// The command that drops the old months of the log.
  static func prune(_ work: some StoreWork) -> Command {
    Command(
      name: "prune",
      summary: "Drops what was observed before a day, but for the fares that were current then.",
      parameters: [
        Parameter(
          "before",
          .day,
          isRequired: true,
          "The first day of a month, in UTC. Nothing can be asked as at an instant before it any more, and no file can "
            + "bring older fares; answers as at later instants stay the same."
        ),
        .wait, .timeout, .json,
      ],
      examples: ["prune --before 2026-01-01", "prune --before 2026-01-01 --wait --json"]
    ) { invocation throws(CommandFailure) in
      guard let day = invocation.arguments.day("before") else { preconditionFailure("the table requires a day") }
      guard day == day.month.firstDay else {
        throw .argument(
          ArgumentError(
            parameter: "before",
            value: .text("\(day)"),
            expected: "the first day of a month, such as \(day.month.firstDay)"
          )
        )
      }
      let call = PruneCall(
        cut: day.month,
        waitSeconds: try invocation.waitSeconds(),
        asJSON: invocation.wantsJSON
      )
      return try work.prune(call, console: invocation.console)
    }
  }
}
