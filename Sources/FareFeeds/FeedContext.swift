public import FareModel

/// What a feed is read with: its batch, the present, and what flags give where the feed itself does not say it.
///
/// What a feed says always wins over a flag.
public struct FeedContext: Sendable {
  /// The batch that the rows belong to.
  public var batch: Int64
  /// The present, after which no observation may lie.
  public var now: Instant
  /// The instant before which the log was pruned and takes nothing any more; nil when it never was.
  public var prunedBefore: Instant?
  /// `--observed-at`: when the source saw its fares.
  public var observedAt: Instant?
  /// `--origin`: where the fares' way out begins.
  public var origin: PlaceCode?
  /// `--destination`: where the fares' way out ends.
  public var destination: PlaceCode?
  /// `--currency`: the currency of the prices.
  public var currency: CurrencyCode?
  /// `--cabin`: the cabin of the fares.
  public var cabin: Cabin?
  /// `--source`: the name of the feed; without it the format's name.
  public var source: String?
  /// The path of the feed's file, in whose name some formats and profiles find what the file does not say; nil where there
  /// is no file.
  public var path: String?

  /// Creates a context without flags.
  public init(batch: Int64, now: Instant) {
    self.batch = batch
    self.now = now
  }

  /// Whether a flag gives what a column would say.
  func gives(_ column: OwnFormat.Column) -> Bool {
    switch column {
    case .origin: origin != nil
    case .destination: destination != nil
    case .currency: currency != nil
    case .observedAt: observedAt != nil
    case .cabin: cabin != nil
    case .source: source != nil
    default: false
    }
  }
}

extension OwnFormat.Column {
  /// The flag that gives what a required column would say, or nil where there is none.
  var flag: String? {
    switch self {
    case .origin: "--origin"
    case .destination: "--destination"
    case .currency: "--currency"
    case .observedAt: "--observed-at"
    default: nil
    }
  }
}
