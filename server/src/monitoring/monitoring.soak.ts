import { expect, test } from 'vitest'
import { liveThrough } from '../testing/monitoring-world/live-through.ts'

const MONTH = {
  organizations: 20,
  projectsEach: 2,
  signalsEach: 5,
  days: 30,
  dullPerDay: 12,
  plantedPerDay: 10,
  pollsPerDay: 48,
  monthlyCredits: 60,
}

test.each(['first'])(
  'thirty days with 20 organizations and 200 signals lose nothing, charge nothing twice and pass no budget (seed %s)',
  async (seed) => {
    const lived = await liveThrough({ ...MONTH, seed })
    process.stdout.write(`${JSON.stringify(lived)}\n`)
    expect(lived.expected).toBeGreaterThan(MONTH.days * MONTH.plantedPerDay)
    expect(lived.leads).toBeGreaterThan(MONTH.days)
    expect(lived.gaps).toBeGreaterThan(MONTH.days)
  },
)
