import { describe, expect, test } from 'vitest'
import { createSeededRandom } from '../testing/seeded-random.ts'
import { createPasswords, PASSWORD_COST } from './passwords.ts'

const CHEAP = { memoryKib: 8, passes: 1, lanes: 1 }
const passwordsAt = (cost: typeof CHEAP) => createPasswords({ cost, random: createSeededRandom('passwords') })

test('a hash verifies its password and no other, and two hashes of one password differ', async () => {
  const passwords = passwordsAt(CHEAP)
  const [first, second] = await Promise.all([passwords.hash('pass phrase'), passwords.hash('pass phrase')])

  expect(first).not.toBe(second)
  expect(await passwords.verify(first, 'pass phrase')).toBe(true)
  expect(await passwords.verify(first, 'pass phrasE')).toBe(false)
})

test.each([
  { why: 'more memory', cost: { ...CHEAP, memoryKib: 16 } },
  { why: 'more passes', cost: { ...CHEAP, passes: 2 } },
])('a hash made before the cost became $why is outdated', async ({ cost }) => {
  const made = await passwordsAt(CHEAP).hash('pass phrase')

  expect(passwordsAt(CHEAP).isOutdated(made)).toBe(false)
  expect(passwordsAt(cost).isOutdated(made)).toBe(true)
})

describe('without an account', () => {
  test.each([undefined, null])('%s never verifies', async (nothing) => {
    expect(await passwordsAt(CHEAP).verify(nothing, 'pass phrase')).toBe(false)
  })

  test('it takes as long as with one', async () => {
    const passwords = passwordsAt(PASSWORD_COST)
    const made = await passwords.hash('pass phrase')
    const fastestMs = async (hash: string | undefined) => {
      const times: number[] = []
      for (let i = 0; i < 7; i++) {
        const startMs = performance.now()
        await passwords.verify(hash, 'another one')
        times.push(performance.now() - startMs)
      }
      return Math.min(...times)
    }
    const ratio = (await fastestMs(undefined)) / (await fastestMs(made))

    expect(ratio).toBeGreaterThan(0.5)
    expect(ratio).toBeLessThan(2)
  })
})

test('a flood is answered in turn up to a bound, and beyond it told to come back', async () => {
  const passwords = passwordsAt(CHEAP)
  const attempts = await Promise.allSettled(Array.from({ length: 300 }, () => passwords.hash('pass phrase')))
  const refused = attempts.filter((attempt) => attempt.status === 'rejected')

  expect(refused).toHaveLength(98)
  for (const { reason } of refused) expect(reason).toMatchObject({ kind: 'unavailable', code: 'sign_in_busy' })
  expect(await passwords.verify(await passwords.hash('again'), 'again')).toBe(true)
})
