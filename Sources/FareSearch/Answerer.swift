public import FareAtlas
public import FareJSON
public import FareModel
import FareStore

/// Answers questions about fares and places.
///
/// The answer as at an instant is the one that a store would give that holds only what was observed up to then, and the
/// same question on the same data has the same answer to the byte. An answerer is used by one thread at a time, as its
/// source is.
public final class Answerer {
  let source: any FareSource
  let atlas: Atlas
  let clock: () -> Instant
  let kept = KeptReads()
  var placeNames: [PlaceCode: PlaceName] = [:]
  var resolvedRoutes: [ResolvedRoute.Key: ResolvedRoute] = [:]
  /// How long the last answer holds; nil when it may be another at any time.
  var life: AnswerLife?

  /// Creates an answerer.
  ///
  /// - Parameters:
  ///   - source: Where fares come from.
  ///   - atlas: What is known of places and currencies.
  ///   - clock: Tells what time it is, for questions that do not say as at when.
  public init(source: any FareSource, atlas: Atlas, clock: @escaping () -> Instant) {
    self.source = source
    self.atlas = atlas
    self.clock = clock
  }

  /// Answers a question with the result object of its method. When it throws it has written nothing.
  public func answer(
    _ method: Method,
    _ arguments: Arguments,
    into json: inout JSONWriter
  ) throws(AnswerFault) {
    life = nil
    do {
      switch method.name {
      case .calendar: try calendar(question(CalendarQuestion.init, arguments)).write(into: &json, atlas)
      case .months: try months(question(MonthsQuestion.init, arguments)).write(into: &json, atlas)
      case .search: try search(question(SearchQuestion.init, arguments)).write(into: &json, atlas)
      case .everywhere: try everywhere(question(EverywhereQuestion.init, arguments)).write(into: &json, atlas)
      case .matrix: try matrix(question(MatrixQuestion.init, arguments)).write(into: &json, atlas)
      case .places:
        places(arguments).write(into: &json)
        life = .ofPlaces
      case .nearby:
        try nearby(arguments).write(into: &json)
        life = .ofPlaces
      case .routes: try routes(question(RoutesQuestion.init, arguments)).write(into: &json)
      case .explain: try explain(question(ExplainQuestion.init, arguments)).write(into: &json, atlas)
      case .status: try status(arguments).write(into: &json)
      case .ping: json.string("pong")
      }
    } catch .argument(var error) {
      // A typed question no longer knows how its values were written.
      error.value = arguments.given(error.parameter)
      throw .argument(error)
    }
  }

  private func question<Question>(
    _ read: (Arguments) throws(ArgumentError) -> Question,
    _ arguments: Arguments
  ) throws(AnswerFault) -> Question {
    do {
      return try read(arguments)
    } catch {
      throw .argument(error)
    }
  }

  /// Runs `body`, which reads the source, in one snapshot.
  func reading<Value>(_ body: () throws(PostgresError) -> Value) throws(AnswerFault) -> Value {
    do {
      return try source.snapshot(body)
    } catch {
      throw AnswerFault(error)
    }
  }

  /// Runs `body`, which reads the source as at the instant that a question names, in one snapshot. Without one it is as at
  /// the present, which no cut lies after.
  func reading<Value>(
    asOf instant: Instant?,
    _ body: () throws(PostgresError) -> Value
  ) throws(AnswerFault) -> Value {
    let read = try reading { () throws(PostgresError) -> Result<Value, ArgumentError> in
      if let instant, let cut = try source.cut(), instant < cut {
        return .failure(ArgumentError(asOf: instant, before: cut))
      }
      return .success(try body())
    }
    do {
      return try read.get()
    } catch {
      throw .argument(error)
    }
  }
}
