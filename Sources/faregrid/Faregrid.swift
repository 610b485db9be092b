import FareServer
import Glibc

/// The program.
@main
enum Faregrid {
  static func main() {
    StdioLoop.ignoreClosedReaders()
    let terminal = Terminal(descriptor: STDOUT_FILENO, environment: Environment.value)
    let program = Program(commands: [Commands.database], console: Console(terminal: terminal))
    exit(program.run(CommandLine.arguments.dropFirst()).rawValue)
  }
}
