import CGNU
import Glibc

/// A child process that runs a command of this very program, with pipes to its stdin and from its stdout.
///
/// Our ends of the pipes do not block. The process ends with its last reference.
final class ServedProcess {
  /// Takes what the process reads.
  let input: Int32
  /// Gives what it writes.
  let output: Int32
  private let processID: pid_t

  /// So many bytes fit into the pipe of answers, as far as the system allows: a window of them, so that the process need
  /// not stop within it.
  private static let pipeBytes: Int32 = 1 << 20

  /// Starts the command with `arguments`, in this environment and what `environment` adds to it or changes in it.
  init(_ arguments: [String], environment: [String: String]) throws(CommandFailure) {
    let (requests, answers) = (try Self.pipe(), try Self.pipe())
    defer {
      close(requests.reading)
      close(answers.writing)
    }
    (input, output) = (requests.writing, answers.reading)
    processID = try Self.spawn(arguments, environment, input: requests.reading, output: answers.writing)
    for end in [input, output] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    _ = fcntl(output, F_SETPIPE_SZ, Self.pipeBytes)
  }

  deinit {
    // It ends by itself when there is nothing more to read, unless it hangs.
    close(input)
    close(output)
    kill(processID, SIGTERM)
    while waitpid(processID, nil, 0) < 0, errno == EINTR {}
  }

  /// How many bytes of memory the process holds; 0 where the system does not say.
  var residentBytes: Int {
    let file = unsafe open("/proc/\(processID)/statm", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return 0 }
    defer { close(file) }
    var text = [UInt8](repeating: 0, count: 128)
    let count = unsafe read(file, &text, text.count)
    let fields = String(decoding: text.prefix(max(0, count)), as: UTF8.self).split(separator: " ")
    return fields.count > 1 ? (Int(fields[1]) ?? 0) * sysconf(Int32(_SC_PAGESIZE)) : 0
  }

  private static func pipe() throws(CommandFailure) -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe2(&ends, O_CLOEXEC) == 0 else { throw .failed(system: "cannot make a pipe") }
    return (ends[0], ends[1])
  }

  private static func spawn(
    _ arguments: [String],
    _ changes: [String: String],
    input: Int32,
    output: Int32
  ) throws(CommandFailure) -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)

    let kept = environment().filter { entry in !changes.keys.contains { entry.hasPrefix($0 + "=") } }
    var words = unsafe (["faregrid"] + arguments).map { unsafe strdup($0) } + [nil]
    var variables = unsafe (kept + changes.map { "\($0)=\($1)" }).map { unsafe strdup($0) } + [nil]
    defer { unsafe (words + variables).forEach { unsafe free($0) } }
    var child: pid_t = 0
    let code = unsafe posix_spawn(&child, "/proc/self/exe", &actions, nil, &words, &variables)
    guard code == 0 else { throw .failed("cannot run faregrid \(arguments.joined(separator: " ")): error \(code)") }
    return child
  }

  private static func environment() -> [String] {
    var entries: [String] = []
    var next = unsafe environ
    while let entry = unsafe next.pointee {
      unsafe entries.append(String(cString: entry))
      unsafe next += 1
    }
    return entries
  }
}

extension CommandFailure {
  /// A call of the system failed just now.
  static func failed(system problem: String) -> CommandFailure {
    unsafe .failed("\(problem): \(String(cString: strerror(errno)))")
  }
}
