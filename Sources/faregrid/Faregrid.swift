import FareModel
import FareServer
import FareStore
import Glibc

/// The program.
@main
enum Faregrid {
  static func main() {
    FileDescriptor.ignoreClosedReaders()
    let terminal = Terminal(descriptor: STDOUT_FILENO, environment: Environment.value)
    let work = ProductWork(open: open)
    let questions = Commands.questions { Session(open, keepsResults: $0) }
    let commands = questions + Commands.store(work) + [Commands.loadTest, Commands.database]
    let program = Program(commands: commands, console: Console(terminal: terminal))
    exit(program.run(CommandLine.arguments.dropFirst()).rawValue)
  }

  /// Opens the store that the environment names.
  private static func open() throws(PostgresError) -> Store {
    try Store(DatabaseTarget.fromEnvironment(), schema: Commands.schema)
  }
}
