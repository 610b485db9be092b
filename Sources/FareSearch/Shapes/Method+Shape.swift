public import FareJSON
public import FareModel

extension Method {
  /// What the result of the method looks like. The answers write it by hand, and tests hold one to the other.
  public var resultShape: JSONShape {
    switch name {
    case .calendar: .calendar
    case .months: .months
    case .search: .search
    case .everywhere: .everywhere
    case .matrix: .matrix
    case .places, .nearby: .places
    case .routes: .routes
    case .explain: .explain
    case .status: .status
    case .ping: .string
    }
  }
}
