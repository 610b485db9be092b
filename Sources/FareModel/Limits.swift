/// Every bound of the product, in one place.
public enum Limits {
  /// The greatest price, in minor units: a trillion. Four times it, and products of a price with a duration, fit.
  public static let greatestPriceMinor: Int64 = 1_000_000_000_000
  /// A band needs at least this many priced days.
  public static let fewestPricedDays = 4
  /// The horizon ends this many days after it begins.
  public static let horizonDays = 365
  /// The longest range of days that one calendar shows.
  public static let mostCalendarDays = 400
  /// The most months that `months` shows.
  public static let mostMonths = 24
  /// The most nights of a return trip.
  public static let mostNights = 365
  /// The most stops that a question may allow.
  public static let mostStops = 8
  /// The most itineraries on one page of a search.
  public static let mostItineraries = 1000
  /// So many of the cheapest, of the fastest and of the best one-ways each way are combined into returns.
  public static let mostCombinedWays = 50
  /// The most days by which `matrix` goes around a date either way.
  public static let mostFlexDays = 7
  /// The most days of departure, and the most of return, that `matrix` shows.
  public static let mostMatrixDays = 62
  /// What is kept in memory of the fares that were read for questions with filters, searches and questions about every
  /// destination, in bytes.
  public static let keptReadBytes = 64 << 20
  /// How many observations and day prices are kept in memory for the next question of their kind.
  public static let mostKeptFares = 500_000
  /// The most entries of a list that one answer shows when it is asked for a part, and the most that it passes over.
  public static let mostListed = 1_000_000
  /// How many of a day's observations `explain` lists.
  public static let mostExplained = 10_000
  /// The greatest trade-off between price and duration, either way.
  public static let greatestTradeOff = 6
  /// An observation may lie this far in the future, for clocks that run ahead.
  public static let secondsAhead: Int64 = 300
  /// The longest request line in bytes.
  public static let longestLine = 1 << 20
  /// The deepest nesting of a request.
  public static let deepestNesting = 64
  /// The largest JSON document that is read whole, in bytes.
  public static let largestDocument = 64 << 20
  /// The share of bad rows, in percent, over which a batch is refused, unless it is told otherwise.
  public static let rejectPercent = 10
  /// Below this many rows only a file without one good row is refused.
  public static let rejectFloor = 100
  /// The longest age that `max_age_hours` may name: a hundred years.
  public static let mostAgeHours = 876_000
  /// The longest list in a question, such as carriers.
  public static let longestList = 100
  /// The most places that `places` and `nearby` list.
  public static let mostPlaces = 100
  /// The widest circle that `nearby` draws, in kilometres: half the way round the Earth.
  public static let widestRadius = 20_038
  /// A segment of fewer observations is small, and merged when many lie together.
  public static let smallSegmentRows = 1024
  /// So many small segments of a route, month of departure and month of observation are merged.
  public static let smallSegments = 16
  /// How many rows of a feed are held in memory at a time.
  public static let rowsAtATime = 65_536
  /// How many routes' months are derived from the log at a time.
  public static let routeMonthsAtATime = 128
  /// How often a transaction is tried in all that another one or a lost connection broke.
  public static let mostRetries = 3
  /// An ingest that lost its connection tries for so long to get another, since the server was last heard of, and then for
  /// so long to get its lock back, or for as long as it was told to wait for that.
  public static let secondsToReconnect = 5
  /// A table that readers hold is waited for so long, while those that come after wait, too.
  public static let swapLockMilliseconds = 50
  /// Tables that readers hold are tried for so long.
  public static let secondsToSwap = 300
  /// How many refused rows of a refused batch are kept for the quarantine.
  public static let mostKeptRejects = 1000
  /// A bulk load is sent to the database in pieces of about this many bytes.
  public static let copyPieceBytes = 256 << 10
  /// The most statements that a connection keeps prepared.
  public static let mostPreparedStatements = 256
  /// A notification names at most so many routes: a payload may have 8000 bytes, and a route takes seven.
  public static let mostNotifiedRoutes = 500
  /// So many pairs of places are remembered with what they mean.
  public static let mostResolvedRoutes = 16_384
  /// What a server keeps in memory of calendars and finished answers together, in bytes.
  public static let servedBytes = 72 << 20
  /// The longest result that is kept to be given again, in bytes.
  public static let longestKeptAnswer = 256 << 10
  /// The longest piece of somebody's input that a message repeats, in characters.
  public static let longestShownText = 80
  /// The longest wrong value that an error repeats as it came, in bytes.
  public static let longestEchoedValue = 256
  /// The answers of one batch may come to so many bytes; the requests after that are refused.
  public static let largestBatchAnswer = 16 << 20
  /// So often it is looked whether the answer to a question that takes long is still wanted.
  public static let millisecondsBetweenLooks = 100
  /// A client may keep what is built into the program for so long, in seconds: an hour.
  public static let secondsBuiltInIsKept = 3600
  /// A client may keep what it was told of fares for so long, in seconds: any minute somebody may load new ones.
  public static let secondsFaresAreKept = 60
  /// The longest path of a Unix socket, in bytes.
  public static let longestSocketPath = 107
  /// A server that says it is on its way has so long to become ready, which after a crash takes as long as its recovery.
  public static let secondsToStartServer = 300
  /// A private server has so long to stop.
  public static let secondsToStopServer = 60
  /// The making of a cluster whose files are removed under it has so long to give up.
  public static let secondsToAbandonCluster = 10
  /// A private server's log is put aside at a start when it is larger than this, in bytes.
  public static let largestServerLog = 4 << 20
  /// How many bytes of a feed are read at a time.
  public static let feedChunk = 1 << 20
  /// The longest record of a CSV feed or line of an NDJSON feed, in bytes.
  public static let longestRecord = 1 << 20
  /// The longest text of a fare, such as its deep link or segments, in bytes.
  public static let longestText = 16 << 10
  /// The largest profile that is read, in bytes.
  public static let largestProfile = 1 << 20
  /// The most days that a column of a feed adds to a date.
  public static let mostShiftedDays = 1000
  /// The last second of the year 9999.
  public static let latestInstant: Int64 = 253_402_300_799
  /// How many rows `ingest --explain` reads of a file.
  public static let explainedRows = 3
  /// The longest text that tells of a rejected record, in bytes.
  public static let longestRejectedText = 1000
  /// The longest piece of a rejected record that is kept, in bytes …
  public static let longestRejectedRecord = 16 << 10
  /// … until those of a block come to so many; of the others as much is kept as tells of them.
  public static let mostRejectedBytes = 16 << 20
  /// The longest elapsed time of a leg, in minutes: two weeks.
  public static let longestLegMinutes = 20_160
  /// The longest span from the first to the last day of a calendar page.
  public static let mostPageDays = 800
  /// The longest that an ingest can be told to wait for another, in seconds: a day.
  public static let longestWaitSeconds = 86_400
  /// Of a file that grows so many lengths are tried that it had before, the longest first.
  public static let mostBeginnings = 32
  /// The most batches that `status` lists.
  public static let mostListedBatches = 1000
  /// The greatest number that a batch can have.
  public static let greatestBatch = 999_999_999
  /// The longest text of an exchange rate, in bytes.
  public static let longestRate = 30
  /// The oldest instant of observation: no fare was scraped before.
  public static let oldestObservation = Instant(rawValue: 631_152_000)  // 1990-01-01T00:00:00Z
  /// The days on which a fare may depart: 1990-01-01 to 2199-12-31.
  public static let departures = Day(rawValue: 7305)...Day(rawValue: 84_005)
  /// The longest stay of a return fare, in nights: ten years.
  public static let longestStay = 3650
  /// The most landings of a leg.
  public static let mostLandings = 99
  /// The local days that may lie between a departure and its arrival.
  public static let arrivalDayOffsets = -1...3
  /// The day offsets that an arrival time without one is tried at, in this order.
  public static let inferredDayOffsets = -1...2
  /// The largest time zone file that is read, in bytes.
  public static let largestZoneFile = 1 << 20
  /// The longest name of a time zone.
  public static let longestZoneName = 64
  /// The longest load test, in seconds: a day.
  public static let longestLoadTestSeconds = 86_400
  /// The most requests a second that a load test plans.
  public static let greatestRequestRate = 10_000_000
  /// The most processes that a load test talks to.
  public static let mostConnections = 64
  /// The most unanswered requests that a load test has with one process.
  public static let widestPipeline = 4096
  /// The most routes that a load test makes fares for.
  public static let mostWorkloadRoutes = 20_000
  /// The most connections of an HTTP server at a time.
  public static let mostHTTPConnections = 4096
  /// A connection on which nothing happens is closed after so long.
  public static let secondsConnectionIdles = 30
  /// The body of a request may take so long to come.
  public static let secondsToSendRequest = 30
  /// What a connection may take in memory, in bytes: the head of a request must fit.
  public static let connectionMemory = 32 << 10
  /// Of a body that is too long so many bytes are dropped in the hope of its end, and then the connection.
  public static let mostDroppedBody = 8 << 20
  /// Requests that run when a server stops have so long to end.
  public static let secondsToEndRequests = 10
}
