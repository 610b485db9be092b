/// The answer of `routes`: what is covered, from where.
public struct RoutesAnswer: Hashable, Sendable {
  /// A route.
  public struct Entry: Hashable, Sendable {
    /// What was observed of it.
    public var span: RouteSpan
    /// The city that it goes to, where known.
    public var name: String?

    /// Creates an entry.
    public init(span: RouteSpan, name: String?) {
      self.span = span
      self.name = name
    }
  }

  /// The question that it answers.
  public var question: RoutesQuestion
  /// The instant that it answers as at.
  public var asOf: Instant
  /// The routes, by origin and destination.
  public var routes: [Entry]

  /// Creates an answer.
  public init(question: RoutesQuestion, asOf: Instant, routes: [Entry]) {
    self.question = question
    self.asOf = asOf
    self.routes = routes
  }
}
