import CGNU
import Glibc

/// A program that ran to its end.
struct ChildProcess {
  /// The exit code, or 128 and the number of the signal that ended it.
  var exitCode: Int32
  /// What it wrote on stdout and stderr.
  var output: String

  /// Runs a program to its end and gathers its output.
  ///
  /// The program has a session of its own, so that Ctrl-C at the terminal does not reach it, an empty stdin, and
  /// none of the files that this process holds open. It stands in `/`, because the folder where the user stands may
  /// be closed to the account that the program changes to. `arguments` begins with the program's path.
  init(_ arguments: [String], environment: [String]) throws(PostgresError) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe2(&ends, O_CLOEXEC) == 0 else { throw PostgresError(system: "cannot make a pipe", errno) }
    defer { close(ends[0]) }
    let child: pid_t
    do {
      defer { close(ends[1]) }
      child = try Self.spawn(arguments, environment, output: ends[1])
    }
    output = String(decoding: Files.readToEnd(ends[0]), as: UTF8.self)
    exitCode = Self.wait(for: child)
  }

  private static func spawn(
    _ arguments: [String],
    _ environment: [String],
    output: Int32
  ) throws(PostgresError) -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO)
    // In the child, so that what another thread opens meanwhile is closed as well: a server that held the writing end
    // of somebody's pipe would keep its reader waiting for as long as it runs.
    unsafe posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)

    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    let flags = Int32(POSIX_SPAWN_SETSID) | Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    unsafe sigfillset(&signals)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)

    let shell = "/bin/sh"
    let wrapped = [shell, "-c", #"cd / && exec "$@""#, "sh"] + arguments
    var child: pid_t = 0
    let code = unsafe CStringArray(wrapped).withPointers { arguments in
      unsafe CStringArray(environment).withPointers { environment in
        unsafe posix_spawn(&child, shell, &actions, &attributes, arguments, environment)
      }
    }
    guard code == 0 else { throw PostgresError(system: "cannot run \(shell)", code) }
    return child
  }

  private static func wait(for child: pid_t) -> Int32 {
    var status: Int32 = 0
    while unsafe waitpid(child, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }
}
