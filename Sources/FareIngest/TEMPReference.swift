import FareFeeds
import FareStore
struct ReferenceRows { var format = ""; init(path: String, subject: BatchSubject, report: inout FeedReport) throws(FeedError) { throw FeedError("later") }
 func write(to store: Store) throws(PostgresError) -> Int { 0 } }
