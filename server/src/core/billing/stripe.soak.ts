import { expect, test } from 'vitest'
import { createDice } from '@leadlight/engine/testing/dice'
import { liveOnce } from '@leadlight/testing/stripe-lives'
import { openStripeFixture } from '@leadlight/testing/stripe-fixture'

const LIVES = 1000

test('a thousand orders of a customer’s events lead to one end', async () => {
  const fixture = await openStripeFixture()
  const ends = new Map<string, number>()
  try {
    const dice = createDice('a thousand orders')
    for (let life = 0; life < LIVES; life += 1) {
      const end = await liveOnce(fixture, dice)
      ends.set(end, (ends.get(end) ?? 0) + 1)
    }
  } finally {
    await fixture.close()
  }
  expect([...ends.values()]).toEqual([LIVES])
})
