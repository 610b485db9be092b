import FareJSON
import FareModel
import FareStore

/// A question of a load test: the calendar of a month of a route, by their numbers in the workload.
struct LoadQuestion: Hashable {
  /// The route.
  var route: Int
  /// The month.
  var month: Int
}

extension Workload {
  /// How many different questions there are.
  var questionCount: Int { routes.count * Self.months }

  /// The question of a number below ``questionCount``: all routes of a month, then those of the next.
  func question(_ number: Int) -> LoadQuestion {
    LoadQuestion(route: number % routes.count, month: number / routes.count)
  }

  /// The month that a question asks for.
  func month(of question: LoadQuestion) -> Month {
    firstMonth.advanced(by: question.month)
  }

  /// Writes a question as a line of JSON-RPC, with its newline.
  func write(_ question: LoadQuestion, id: Int, into json: inout JSONWriter) {
    let route = routes[question.route]
    json.raw(#"{"jsonrpc":"2.0","id":"#)
    json.integer(id)
    json.raw(#","method":"calendar","params":{"origin":"#)
    json.string("\(route.origin)")
    json.key("destination")
    json.string("\(route.destination)")
    json.key("month")
    json.string("\(month(of: question))")
    json.raw("}}\n")
  }

  /// What a question is about, for people.
  func words(for question: LoadQuestion) -> String {
    let route = routes[question.route]
    return "\(route.origin) to \(route.destination) in \(month(of: question))"
  }
}
