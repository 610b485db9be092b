import FareModel
import Testing

@testable import faregrid

@Suite("The schedule of a load test")
struct ScheduleTests {
  /// A clock that only moves when it is told to.
  private final class SteppedClock: LoadClock {
    var now: UInt64 = 5_000

    func nanoseconds() -> UInt64 { now }
    func wait(until nanoseconds: UInt64) { now = max(now, nanoseconds) }
    func instant() -> Instant { Instant(rawValue: 0) }
  }

  /// The latencies of requests that take as long as `duration` says, by their numbers.
  private func latencies(_ pace: Schedule.Pace, _ ending: Schedule.Ending, duration: (Int) -> UInt64) -> [UInt64] {
    let clock = SteppedClock()
    var latencies: [UInt64] = []
    askInTurn(Schedule(pace, ending: ending, beginning: clock.now), clock: clock) { number, start in
      clock.now += duration(number)
      latencies.append(clock.now - start)
    }
    return latencies
  }

  @Test("at a rate counts a stall against every request that it delayed")
  func openLoop() {
    // A request each 1,000 ns, which takes 100; that of number 3 takes 3,500.
    let told = latencies(.perSecond(1_000_000), .afterNanoseconds(10_000)) { $0 == 3 ? 3_500 : 100 }
    #expect(told == [100, 100, 100, 3_500, 2_600, 1_700, 800, 100, 100, 100])
  }

  @Test("as fast as it goes counts each request from where it began")
  func closedLoop() {
    let told = latencies(.asFastAsItGoes, .afterNanoseconds(4_000)) { $0 == 3 ? 3_500 : 100 }
    #expect(told == [100, 100, 100, 3_500, 100, 100])
  }

  @Test("ends after a number of requests")
  func countedRequests() {
    #expect(latencies(.asFastAsItGoes, .afterRequests(3)) { _ in 7 } == [7, 7, 7])
    #expect(latencies(.perSecond(10), .afterRequests(0)) { _ in 7 } == [])
  }

  @Test("asks all that was planned, however slow the answers are")
  func overload() {
    let told = latencies(.perSecond(1_000_000_000), .afterNanoseconds(50)) { _ in 10 }
    #expect(told.count == 50)
    #expect(told.last == 50 * 10 - 49)
  }

  @Test("plans a day at the greatest rate without a gap or an overflow")
  func longRun() throws {
    var schedule = Schedule(
      .perSecond(Limits.greatestRequestRate),
      ending: .afterNanoseconds(.max),
      beginning: 1
    )
    #expect(schedule.nextStart(at: 0) == 1)
    schedule.start()
    #expect(schedule.nextStart(at: 0) == 101)
  }
}
