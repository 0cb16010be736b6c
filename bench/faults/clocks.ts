import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Fault, Finding } from './fault.ts'
import { untilOver, type Person } from './person.ts'
import { searchThrough, unharmed } from './searches.ts'
import type { Fixture } from './fixture.ts'

const JUMPING_DATE = fileURLToPath(new URL('jumping-date.ts', import.meta.url))
const HOUR_MS = 3_600_000
/** An hour ahead, then an hour behind, then right again. An hour later comes what was put off while it was ahead. */
const JUMPS_MS = [HOUR_MS, -2 * HOUR_MS, HOUR_MS, HOUR_MS]
const BETWEEN_MS = 2_000
const SETTLED_MS = 10_000

export const CLOCK_FAULTS: readonly Fault[] = [
  {
    name: 'clock-jumps',
    does: 'the clock of every process set an hour ahead, an hour behind and right again in a search',
    boundMs: 15_000,
    run: jump,
  },
]

async function jump(fixture: Fixture): Promise<Finding> {
  await unharmed(fixture)
  const programs = [fixture.api, ...fixture.workers]
  const variables = { JUMPS_MS: JUMPS_MS.join(',') }
  for (const program of programs) {
    await program.stop()
    await program.start({ variables, flags: ['--import', JUMPING_DATE] })
  }
  const jumpOn = () => programs.forEach((program) => process.kill(program.pid(), 'SIGUSR2'))
  let late = 0
  let anHourLater = Promise.resolve()
  try {
    const found = await searchThrough(fixture, async ({ id, person }) => {
      for (let jumped = 1; jumped < JUMPS_MS.length; jumped += 1) {
        jumpOn()
        await sleep(BETWEEN_MS)
      }
      anHourLater = (async () => {
        await untilOver(fixture.fetchRows, id)
        await sleep(SETTLED_MS)
        late = await countWaiting(fixture, person)
        jumpOn()
      })()
      return performance.now()
    })
    await anHourLater
    return { ...found, note: `${found.note ?? ''}, and ${late} messages came when the clock had reached them` }
  } finally {
    for (const program of programs) await program.stop()
  }
}

async function countWaiting({ fetchRows }: Fixture, { projectId }: Person): Promise<number> {
  const rows = await fetchRows<{ count: number }>(
    `select count(*)::int as count from webhook_delivery where project_id = $1 and state = 'waiting'`,
    [projectId],
  )
  return rows[0]?.count ?? 0
}
