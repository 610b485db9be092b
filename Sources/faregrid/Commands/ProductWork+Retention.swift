import FareIngest
import FareModel

extension ProductWork {
  func retract(_ call: RetractCall, console: Console) throws(CommandFailure) -> ExitCode {
    let ingestor = try locked(waitSeconds: call.waitSeconds)
    switch try ended({ () throws(IngestFailure) in try ingestor.retract(call.batch) }) {
    case .impossible(let reason): throw .notPossible(subject: "BATCH", reason)
    case .done(let report):
      let view = RetractionView(report: report)
      try console.write(call.asJSON ? view.json() : view.line())
      return .done
    }
  }

  func prune(_ call: PruneCall, console: Console) throws(CommandFailure) -> ExitCode {
    let today = Self.now().utcDay
    guard call.cut.firstDay <= today else {
      throw .argument(
        ArgumentError(
          parameter: "before",
          value: .text("\(call.cut.firstDay)"),
          expected: "a day not after \(today), which is today"
        )
      )
    }
    let ingestor = try locked(waitSeconds: call.waitSeconds)
    var bar: ProgressBar?
    let report = try ended { () throws(IngestFailure) in
      try ingestor.prune(before: call.cut) { done, total in
        if bar == nil { bar = console.progress("prune", total: Int64(total), unit: .months) }
        bar?.update(Int64(done))
      }
    }
    bar?.finish()
    let view = PruningView(report: report)
    try console.write(call.asJSON ? view.json() : view.line())
    return .done
  }
}
