import FareModel
import Testing

@Suite("Codes in filters")
struct UnknownCodeTests {
  private static let fares = {
    var fares = FareList()
    fares.add("LIS-LHR 2026-09-10 80.00 EUR 2026-08-01T06:00Z") { ($0.stops, $0.carriers, $0.via) = (1, "Q0", "QQX") }
    fares.add("LIS-LHR 2026-09-10 90.00 EUR 2026-08-01T06:00Z") {
      ($0.back, $0.stops, $0.carriers, $0.via) = ("2026-09-17", 1, "Q0", "QQX")
    }
    fares.add("LHR-LIS 2026-09-17 10.00 EUR 2026-08-01T06:00Z") { $0.carriers = "Q9" }
    return fares
  }()

  private static let matrix = "origin=LIS destination=LHR departure_date=2026-09-10 return_date=2026-09-17"
  private static let questions: [(Method.Name, String)] = [
    (.calendar, "origin=LIS destination=LHR month=2026-09"), (.months, "origin=LIS destination=LHR"),
    (.explain, "origin=LIS destination=LHR departure_date=2026-09-10"), (.everywhere, "origin=LIS"), (.matrix, matrix),
    (.search, "origin=LIS destination=LHR departure_date=2026-09-10"),
  ]

  @Test("are refused when neither the atlas nor a fare that was read knows the carrier", arguments: questions)
  func carriers(_ name: Method.Name, _ parameters: String) throws {
    let asking = Asking(Self.fares)
    guard case .argument(let error)? = try asking.fault(name, parameters + " carriers=BA,1B") else {
      Issue.record("answered")
      return
    }
    #expect(error.parameter == "carriers" && error.expected.contains("1B"))
    #expect(try asking.fault(name, parameters + " carriers=BA,Q0") == nil)
  }

  @Test("are refused when nobody knows the place", arguments: [questions[3], questions[4]], ["via", "exclude_via"])
  func places(_ question: (Method.Name, String), _ parameter: String) throws {
    let asking = Asking(Self.fares)
    guard case .argument(let error)? = try asking.fault(question.0, "\(question.1) \(parameter)=QQQ") else {
      Issue.record("answered")
      return
    }
    #expect(error.parameter == parameter && error.kind == .unknownPlace)
    #expect(try asking.fault(question.0, "\(question.1) \(parameter)=QQX,DUB") == nil)
  }

  @Test("are known when a one-way names them that might be combined")
  func combined() throws {
    let asking = Asking(Self.fares)
    #expect(try asking.fault(.matrix, Self.matrix + " carriers=Q9") != nil)
    #expect(try asking.fault(.matrix, Self.matrix + " carriers=Q9 combine=true") == nil)
  }
}
