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
}
