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
          "The batch to hide; ingest reports its number, and explain names the batch of each fare."
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
}
