import { parseOptions, verify } from '@node-rs/argon2'
import { describe, expect, test, vi } from 'vitest'
import { createSeededRandom } from '@leadlight/engine/testing/seeded-random'
import { createPasswords, PASSWORD_COST } from './passwords.ts'

// A copy that another file loaded in this process would not be mocked.
vi.hoisted(() => vi.resetModules())
vi.mock('@node-rs/argon2', { spy: true })

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

  test('as much is computed as with one, so that the time reveals nothing', async () => {
    const passwords = passwordsAt(PASSWORD_COST)
    const made = await passwords.hash('pass phrase')
    vi.mocked(verify).mockClear()
    await passwords.verify(made, 'another one')
    await passwords.verify(undefined, 'another one')
    const [real, dummy] = vi.mocked(verify).mock.calls.map(([hash]) => parseOptions(hash))

    expect(vi.mocked(verify)).toHaveBeenCalledTimes(2)
    expect(dummy).toEqual(real)
  })
})

test('a flood of passwords is hashed in turn up to a bound, and refused beyond it', async () => {
  const passwords = passwordsAt(CHEAP)
  const attempts = await Promise.allSettled(Array.from({ length: 300 }, () => passwords.hash('pass phrase')))
  const refused = attempts.filter((attempt) => attempt.status === 'rejected')

  expect(refused).toHaveLength(98)
  for (const { reason } of refused) expect(reason).toMatchObject({ kind: 'unavailable', code: 'sign_in_busy' })
  expect(await passwords.verify(await passwords.hash('again'), 'again')).toBe(true)
})
