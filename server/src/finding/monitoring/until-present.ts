import type { Clock } from '../../platform/clock.ts'
import { StaleIntake } from './take-in.ts'

const TRIES_MAX = 8
const FIRST_WAIT_MS = 25

/**
 * Repeats work that found the monitored signals changed, a little later each time. Finally throws `StaleIntake`:
 * nothing is written, and the next run reads again.
 */
export async function untilPresent<T>({ clock }: { clock: Clock }, work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof StaleIntake) || tries === TRIES_MAX) throw error
      if (tries > 1) await clock.sleep(FIRST_WAIT_MS * 2 ** tries)
    }
  }
}
