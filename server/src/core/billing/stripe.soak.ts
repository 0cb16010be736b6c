import { expect, test } from 'vitest'
import { createDice } from '@leadlight/engine/testing/dice'
import { liveOnce } from '../../testing/stripe-lives.ts'
import { openStripeStand } from '../../testing/stripe-stand.ts'

const LIVES = 1000

test('a thousand orders in which a customer’s events can be heard come to one end', async () => {
  const stand = await openStripeStand()
  const ends = new Map<string, number>()
  try {
    const dice = createDice('a thousand orders')
    for (let life = 0; life < LIVES; life += 1) {
      const end = await liveOnce(stand, dice)
      ends.set(end, (ends.get(end) ?? 0) + 1)
    }
  } finally {
    await stand.close()
  }
  expect([...ends.values()]).toEqual([LIVES])
})
