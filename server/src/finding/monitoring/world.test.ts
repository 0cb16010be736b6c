import { expect, test } from 'vitest'
import { liveThrough } from '@leadlight/testing/monitoring-world/live-through'

const SAMPLE = {
  organizations: 2,
  projectsEach: 2,
  signalsEach: 3,
  days: 1,
  dullPerDay: 6,
  plantedPerDay: 20,
  pollsPerDay: 16,
  visitsPerDay: 12,
  monthlyCredits: 30,
}

test(
  'a day of faults and changes loses nothing, charges nothing twice and exceeds no budget',
  { timeout: 900_000 },
  async () => {
    const lived = await liveThrough({ ...SAMPLE, seed: 'a' })
    expect(lived.expected).toBeGreaterThan(0)
    expect(lived.leads).toBeGreaterThan(0)
    expect(lived.gaps).toBeGreaterThan(0)
  },
)
