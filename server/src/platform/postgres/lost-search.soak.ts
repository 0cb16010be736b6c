import { expect, test } from 'vitest'
import { searchThroughLosses } from '@leadlight/testing/harmed-search'

const KILLS = ['step', 'step', 'outage', 'step', 'step', 'step', 'step', 'outage', 'step', 'step'] as const

test.each([1, 2, 3, 4, 5])(
  'a search loses its worker ten times and its database twice, and ends whole: %i',
  async () => {
    const { unharmed, harmed, killed } = await searchThroughLosses(KILLS)
    expect(killed).toBe(KILLS.length)
    expect(harmed).toEqual(unharmed)
  },
)
