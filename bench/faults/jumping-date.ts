// node --import jumping-date.ts …: shifts the time of day by the next of JUMPS_MS at each SIGUSR2, as a machine does whose
// clock is set. Timers go on as they were.
import process from 'node:process'

const RealDate = Date
const jumps = (process.env['JUMPS_MS'] ?? '').split(',').map(Number)
let aheadMs = 0

class JumpingDate extends RealDate {
  constructor(...given: [] | [string | number | Date]) {
    if (given.length === 0) super(RealDate.now() + aheadMs)
    // All arguments of Date's own are passed on.
    else super(...given)
  }

  static override now(): number {
    return RealDate.now() + aheadMs
  }
}

Reflect.set(globalThis, 'Date', JumpingDate)
process.on('SIGUSR2', () => {
  aheadMs += jumps.shift() ?? 0
})
