public enum DatabaseTarget { case url(String) }
enum Database { static func connect(_ t: DatabaseTarget, settings: [(String,String)]) throws(PostgresError) -> PostgresConnection { switch t { case .url(let u): return try PostgresConnection(conninfo: u, settings: settings) } } }
extension Migration { static let all: [Migration] = [] }
