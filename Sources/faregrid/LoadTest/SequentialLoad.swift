/// Asks one request after another, each at the start that the schedule gives it or, when the one before took longer, as
/// soon as that is answered.
///
/// `ask` gets the number of the request, counted from 0, and the start that its latency counts from.
func askInTurn<Failure>(
  _ schedule: Schedule,
  clock: some LoadClock,
  ask: (Int, UInt64) throws(Failure) -> Void
) throws(Failure) {
  var schedule = schedule
  while let start = schedule.nextStart(at: clock.nanoseconds()) {
    clock.wait(until: start)
    let number = schedule.started
    schedule.start()
    try ask(number, start)
  }
}
