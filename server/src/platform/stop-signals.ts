import { systemClock, type Clock } from './clock.ts'

/** Within this time the same wish may arrive several times, also on a busy machine. */
const REPEATED_MS = 2000
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

interface Surroundings {
  clock: Pick<Clock, 'now'>
  /** Where signals arrive. */
  from: { on(signal: string, listener: () => void): unknown }
  exit: (code: number) => void
}

const PROCESS: Surroundings = { clock: systemClock, from: process, exit: (code) => process.exit(code) }

/**
 * Calls `stop` with the name of the first signal that ends a program. A terminal or a service manager signals the whole
 * group, and npm and our own parent pass theirs on, so more of them right after mean the same. A later one comes from
 * someone who has waited enough, and ends the process at once.
 */
export function onStopSignal(stop: (signal: string) => void, { clock, from, exit }: Surroundings = PROCESS): void {
  let toldAtMs: number | undefined
  const hear = (signal: string) => {
    const nowMs = clock.now().getTime()
    if (toldAtMs === undefined) {
      toldAtMs = nowMs
      stop(signal)
    } else if (nowMs - toldAtMs > REPEATED_MS) exit(1)
  }
  for (const signal of SIGNALS) from.on(signal, () => hear(signal))
}
