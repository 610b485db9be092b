import Glibc
import Synchronization

/// A thread that does what it is given, in its order.
///
/// Questions that must be worked out are answered here, so that the threads of the connections never wait for the database.
final class Worker: Sendable {
  private struct Queue {
    var work: [@Sendable () -> Void] = []
    var isEnding = false
  }

  private let queue = Mutex(Queue())
  private let signal = Semaphore()

  /// Starts the thread.
  init() {
    Thread.start { [self] in
      while true {
        signal.wait()
        let next = queue.withLock { queue -> (work: (@Sendable () -> Void)?, isEnding: Bool) in
          (queue.work.isEmpty ? nil : queue.work.removeFirst(), queue.isEnding)
        }
        if let work = next.work { work() } else if next.isEnding { return }
      }
    }
  }

  /// Puts work behind what waits.
  func `do`(_ work: @escaping @Sendable () -> Void) {
    queue.withLock { $0.work.append(work) }
    signal.post()
  }

  /// Ends the thread when everything is done.
  func end() {
    queue.withLock { $0.isEnding = true }
    signal.post()
  }
}

/// A counter that can be waited for.
@safe
final class Semaphore: Sendable {
  // The system's calls on it may come from any thread; its memory stays where it is.
  private nonisolated(unsafe) let handle: UnsafeMutablePointer<sem_t>

  init() {
    unsafe handle = .allocate(capacity: 1)
    unsafe sem_init(handle, 0, 0)
  }

  deinit {
    unsafe sem_destroy(handle)
    unsafe handle.deallocate()
  }

  /// Lets one waiter through.
  func post() { unsafe sem_post(handle) }

  /// Waits until somebody is let through.
  func wait() {
    while unsafe sem_wait(handle) != 0 {}  // Signals interrupt it.
  }
}

/// Threads of the system.
enum Thread {
  private final class Body {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) {
      self.run = run
    }
  }

  /// Runs `body` on a thread of its own, which nobody waits for.
  static func start(_ body: @escaping @Sendable () -> Void) {
    var thread = pthread_t()
    let context = unsafe Unmanaged.passRetained(Body(body)).toOpaque()
    let status = unsafe pthread_create(&thread, nil, Thread.main, context)
    precondition(status == 0, "no thread can be started: \(status)")
    pthread_detach(thread)
  }

  private static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
    guard let context = unsafe context else { return nil }
    unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
    return nil
  }
}
