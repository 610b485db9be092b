/// A rule by which one observation goes before another, or by which an observation does not count.
public enum FareRule: String, Sendable, CaseIterable {
  /// It is the least price of the day.
  case leastPrice = "least_price"
  /// Of one fare the newest observation counts.
  case newestObservation = "newest_observation"
  /// A complete look that came later did not repeat it.
  case completeLook = "complete_look"
  /// A look that was made after the departure and found nothing does not hide an older one.
  case belated
  /// Of one instant a priced record counts rather than an unpriced one.
  case pricedFirst = "priced_first"
  /// Of one instant the lower price counts.
  case lowerPrice = "lower_price"
  /// Of equals the smaller line of the canonical export counts.
  case smallerLine = "smaller_line"
  /// Of equal prices the one observed last counts.
  case observedLast = "observed_last"
  /// Of equal prices the one whose currency is first by its letters counts.
  case firstCurrency = "first_currency"
  /// Of equal prices the earlier way back counts.
  case earlierReturn = "earlier_return"
  /// Of equal prices the first route counts.
  case firstRoute = "first_route"
  /// It has no price.
  case unpriced
  /// It is for another number of nights.
  case nights
}
