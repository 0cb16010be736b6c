import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Fault, Finding } from './fault.ts'
import { searchThrough, unharmed } from './searches.ts'
import type { Stand } from './stand.ts'

const JUMPING_DATE = fileURLToPath(new URL('jumping-date.ts', import.meta.url))
const HOUR_MS = 3_600_000
/** An hour ahead, then an hour behind, then right again. */
const JUMPS_MS = [HOUR_MS, -2 * HOUR_MS, HOUR_MS]
const BETWEEN_MS = 2_000

export const CLOCK_FAULTS: readonly Fault[] = [
  {
    name: 'clock-jumps',
    does: 'the clock of every process set an hour ahead, an hour behind and right again in a search',
    boundMs: 15_000,
    run: jump,
  },
]

async function jump(stand: Stand): Promise<Finding> {
  await unharmed(stand)
  const programs = [stand.api, ...stand.workers]
  const variables = { JUMPS_MS: JUMPS_MS.join(',') }
  for (const program of programs) {
    await program.stop()
    await program.start({ variables, flags: ['--import', JUMPING_DATE] })
  }
  try {
    return await searchThrough(stand, async () => {
      for (let jumped = 0; jumped < JUMPS_MS.length; jumped += 1) {
        for (const program of programs) process.kill(program.pid(), 'SIGUSR2')
        await sleep(BETWEEN_MS)
      }
      return performance.now()
    })
  } finally {
    for (const program of programs) await program.stop()
  }
}
