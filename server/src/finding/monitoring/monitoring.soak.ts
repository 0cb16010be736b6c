import { expect, test } from 'vitest'
import { LISTENED } from '@leadlight/testing/monitored-platforms'
import { liveThrough } from '@leadlight/testing/monitoring-world/live-through'

const MONTH = {
  organizations: 20,
  projectsEach: 2,
  signalsEach: 5,
  days: 30,
  dullPerDay: 12,
  plantedPerDay: 10,
  pollsPerDay: 48,
  visitsPerDay: 24,
  monthlyCredits: 60,
}

test.each(['first'])(
  'thirty days with 20 organizations and 200 signals lose nothing, charge nothing twice and exceed no budget (seed %s)',
  async (seed) => {
    const lived = await liveThrough({ ...MONTH, seed })
    process.stdout.write(`${JSON.stringify(lived)}\n`)
    expect(lived.expected).toBeGreaterThan(MONTH.days * MONTH.plantedPerDay)
    expect(lived.leads).toBeGreaterThan(MONTH.days)
    // Every channel brought a lead.
    expect(Object.keys(lived.leadsOn).toSorted()).toEqual(LISTENED.toSorted())
    expect(lived.deaf).toBeGreaterThan(0)
    expect(lived.gaps).toBeGreaterThan(MONTH.days)
  },
)
