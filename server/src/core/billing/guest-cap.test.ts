import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '@leadlight/domain/roles'
import type { Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { capGuests, getGuestSpending } from './guest-spending.ts'
import { reserveCredits, lockedBalance, settleReservation, type LedgerDependencies } from './ledger.ts'

const GRANT = 100_000
const NOVEMBER = '2026-11-02T09:00:00Z'

let app: TestApp
let ledger: LedgerDependencies
beforeAll(async () => {
  app = await startTestApp({ environment: { MONTHLY_CREDITS: '100' } })
  ledger = { clock: app.clock, newId: app.dependencies.newId, monthlyMillicredits: GRANT }
})
afterAll(() => app.close())

interface GuestIds {
  organizationId: string
  projectId: string
  guestId: string
}

async function mintPlace(cap: number | null): Promise<GuestIds> {
  const organization = await app.organization()
  const { organizationId, userId: guestId } = organization
  const { id: projectId } = await organization.project()
  await inside({ organizationId }, (tx) => capGuests(tx, organizationId, projectId, cap))
  return { organizationId, projectId, guestId }
}

function inside<T>({ organizationId }: { organizationId: string }, work: (tx: Tx) => Promise<T>): Promise<T> {
  return app.db.transaction(organizationScope(organizationId), work)
}

function hold(ids: GuestIds, key: string, amount: number, role: Role = 'GUEST'): Promise<void> {
  const occasion = {
    what: 'A draft',
    work: 'draft' as const,
    signalId: null,
    projectId: ids.projectId,
    accountId: ids.guestId,
    role,
  }
  return inside(ids, (tx) => reserveCredits(tx, ledger, ids.organizationId, { key, amount, occasion }))
}

function settle(ids: GuestIds, key: string, used: number): Promise<number> {
  return inside(ids, (tx) => settleReservation(tx, ledger, ids.organizationId, { key, used }))
}

const balance = (ids: GuestIds) => inside(ids, (tx) => lockedBalance(tx, ledger, ids.organizationId))

/** The error code of an attempt, or null if it succeeded. */
async function refusal(attempt: Promise<unknown>): Promise<string | null> {
  const [outcome] = await Promise.allSettled([attempt])
  if (outcome.status === 'fulfilled') return null
  if (outcome.reason instanceof AppError) return outcome.reason.code
  throw outcome.reason
}

describe('guests’ spending in a project', () => {
  test('ends at its cap, in a sentence that says what is left and until when', async () => {
    const ids = await mintPlace(10_000)
    await hold(ids, 'first', 7_500)

    await expect(hold(ids, 'second', 3_000)).rejects.toMatchObject({
      kind: 'payment_required',
      code: 'guest_cap_reached',
      message:
        'This needs 3 credits, and guests may spend 2.5 more in this project this month. Ask an admin, or come back on 1 December.',
    })
    expect(await refusal(hold(ids, 'third', 2_500))).toBeNull()
    expect(await balance(ids)).toBe(GRANT - 10_000)
  })

  test('is unlimited without a cap, and nothing at a cap of 0', async () => {
    expect(await refusal(hold(await mintPlace(null), 'all', GRANT))).toBeNull()
    expect(await refusal(hold(await mintPlace(0), 'a little', 1))).toBe('guest_cap_reached')
    expect(await refusal(hold(await mintPlace(0), 'nothing', 0))).toBeNull()
  })

  test('counts what was used once that is known, not what was reserved', async () => {
    const ids = await mintPlace(10_000)
    await hold(ids, 'draft', 8_000)
    await settle(ids, 'draft', 1_000)

    expect(await refusal(hold(ids, 'next', 9_001))).toBe('guest_cap_reached')
    expect(await refusal(hold(ids, 'next', 9_000))).toBeNull()
  })

  test('is one sum for all guests, and each guest has their own', async () => {
    const ids = await mintPlace(10_000)
    const other = { ...ids, guestId: (await app.user()).userId }
    await hold(ids, 'mine', 4_000)
    await hold(other, 'theirs', 5_000)
    await settle(ids, 'mine', 3_000)
    await settle(other, 'theirs', 5_000)

    expect(await refusal(hold(other, 'more', 2_001))).toBe('guest_cap_reached')
    const spending = await inside(ids, (tx) => getGuestSpending(tx, ids.organizationId, ids.projectId, app.clock.now()))
    expect(spending.monthlyCap).toBe(10_000)
    expect(Object.fromEntries(spending.chargedThisMonth)).toEqual({ [ids.guestId]: 3_000, [other.guestId]: 5_000 })
  })

  test('does not count members or other projects', async () => {
    const ids = await mintPlace(1_000)
    const elsewhere = { ...ids, projectId: app.dependencies.newId() }

    expect(await refusal(hold(ids, 'by a member', 30_000, 'MEMBER'))).toBeNull()
    expect(await refusal(hold(ids, 'by an admin', 30_000, 'ADMIN'))).toBeNull()
    expect(await refusal(hold(elsewhere, 'elsewhere', 30_000))).toBeNull()
    expect(await refusal(hold(ids, 'by a guest', 1_000))).toBeNull()
  })

  test('starts again each month, except for what is still reserved', async () => {
    const ids = await mintPlace(10_000)
    await hold(ids, 'october', 6_000)
    await settle(ids, 'october', 6_000)
    await hold(ids, 'over the turn', 4_000)
    await app.clock.set('2026-12-01T00:00:00Z')

    expect(await refusal(hold(ids, 'december', 6_001))).toBe('guest_cap_reached')
    expect(await refusal(hold(ids, 'december', 6_000))).toBeNull()
    await app.clock.set(NOVEMBER)
  })

  test('does not pass the cap with twenty racers, and members among them all succeed', async () => {
    const ids = await mintPlace(5_000)

    const guests = Array.from({ length: 20 }, (_, racer) => refusal(hold(ids, `guest:${racer}`, 2_000)))
    const members = Array.from({ length: 5 }, (_, racer) => refusal(hold(ids, `member:${racer}`, 2_000, 'MEMBER')))
    const [ofGuests, ofMembers] = [await Promise.all(guests), await Promise.all(members)]

    expect(ofGuests.filter((code) => code === null)).toHaveLength(2)
    expect(ofGuests.filter((code) => code === 'guest_cap_reached')).toHaveLength(18)
    expect(ofMembers).toEqual([null, null, null, null, null])
    expect(await balance(ids)).toBe(GRANT - 14_000)
  })
})

interface Work {
  amount: number
  isGuest: boolean
  charged: number | null
}

/** What the ledger should say, calculated in a few lines. */
class Model {
  readonly works = new Map<string, Work>()
  readonly cap: number

  constructor(cap: number) {
    this.cap = cap
  }

  spent(isCounted: (work: Work) => boolean): number {
    const counted = [...this.works.values()].filter((work) => isCounted(work))
    return counted.reduce((sum, { amount, charged }) => sum + (charged ?? amount), 0)
  }

  hold(key: string, amount: number, isGuest: boolean): string | null {
    if (amount === 0 || this.works.has(key)) return null
    if (this.spent(() => true) + amount > GRANT) return 'no_credits_left'
    if (isGuest && this.spent((work) => work.isGuest) + amount > this.cap) return 'guest_cap_reached'
    this.works.set(key, { amount, isGuest, charged: null })
    return null
  }

  settle(key: string, used: number): null {
    const work = this.works.get(key)
    if (work) work.charged ??= Math.min(work.amount, used)
    return null
  }
}

test('reservations and settlements succeed exactly where balance and cap allow, in any order', async () => {
  const step = fc.record({
    kind: fc.constantFrom('hold', 'settle'),
    isGuest: fc.boolean(),
    key: fc.nat(7),
    amount: fc.nat(40_000),
  })
  await fc.assert(
    fc.asyncProperty(fc.nat(80_000), fc.array(step, { maxLength: 14 }), async (cap, steps) => {
      const ids = await mintPlace(cap)
      const model = new Model(cap)
      for (const { kind, isGuest, key, amount } of steps) {
        const expected = kind === 'hold' ? model.hold(`k${key}`, amount, isGuest) : model.settle(`k${key}`, amount)
        const attempt =
          kind === 'hold' ? hold(ids, `k${key}`, amount, isGuest ? 'GUEST' : 'MEMBER') : settle(ids, `k${key}`, amount)
        expect(await refusal(attempt)).toBe(expected)
      }
      expect(model.spent((work) => work.isGuest)).toBeLessThanOrEqual(cap)
      expect(await balance(ids)).toBe(GRANT - model.spent(() => true))
    }),
    { numRuns: 25 },
  )
})
