import { getUsage } from '@leadlight/contract/billing'
import * as contract from '@leadlight/contract/organization'
import { sql } from 'kysely'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { reserveCredits, lockedBalance, settleReservation, type LedgerDependencies } from './ledger.ts'

let app: TestApp
let ledger: LedgerDependencies
beforeAll(async () => {
  app = await startTestApp({ environment: { MONTHLY_CREDITS: '100' } })
  ledger = { clock: app.clock, newId: app.dependencies.newId, monthlyMillicredits: 100_000 }
})
afterAll(() => app.close())

const occasion = { what: 'Test', work: 'draft' as const, signalId: null, projectId: null, accountId: null, role: null }

function inside<T>(organizationId: string, work: Parameters<Db['transaction']>[1]): Promise<T> {
  return app.db.transaction(organizationScope(organizationId), work) as Promise<T>
}

const hold = (organizationId: string, key: string, amount: number) =>
  inside<void>(organizationId, (tx) => reserveCredits(tx, ledger, organizationId, { key, amount, occasion }))
const settle = (organizationId: string, key: string, used: number) =>
  inside<number>(organizationId, (tx) => settleReservation(tx, ledger, organizationId, { key, used }))
const balance = (organizationId: string) =>
  inside<number>(organizationId, (tx) => lockedBalance(tx, ledger, organizationId))
const summed = (organizationId: string) =>
  inside<number>(organizationId, async (tx) => {
    const { rows } = await sql<{ sum: string }>`
      select coalesce(sum(amount), 0) as sum from credit_entry where organization_id = ${organizationId}`.execute(tx)
    return Number(rows[0]?.sum)
  })

describe('the ledger', () => {
  test('opens with the month’s grant and shows it', async () => {
    const org = await app.organization()

    expect(await org.call(contract.getCredits)).toEqual({
      credit_balance: 100,
      monthly_credits: 100,
      next_grant_at: '2026-12-01T00:00:00.000Z',
      held: 0,
      expiring: null,
      level: 'fine',
    })
    expect(await org.call(contract.getSubscription)).toMatchObject({ kind: 'included', cancel_at_period_end: false })
  })

  test('reserves the worst case, settles the real price, and does neither twice', async () => {
    const { organizationId } = await app.organization()

    await hold(organizationId, 'draft:1', 2_000)
    await hold(organizationId, 'draft:1', 2_000)
    expect(await balance(organizationId)).toBe(98_000)

    expect(await settle(organizationId, 'draft:1', 1_250)).toBe(1_250)
    expect(await settle(organizationId, 'draft:1', 2_000)).toBe(1_250)
    expect(await balance(organizationId)).toBe(98_750)
  })

  test('shows what was spent in the last days, today included, and nothing from before', async () => {
    const org = await app.organization()
    const { organizationId } = org
    const today = new Date(app.clock.now())
    const spend = async (key: string, used: number) => {
      await hold(organizationId, key, used)
      await settle(organizationId, key, used)
    }
    await spend('draft:first day', 1_000)
    await app.clock.advance(24 * 3_600_000)
    await spend('draft:second day', 2_000)
    const usage = await org.call(getUsage, { query: { days: '2' } })
    expect(usage.by_day.map(({ credits }) => credits)).toEqual([1, 2])
    expect(usage).toMatchObject({ total: 3, by_kind: [{ kind: 'draft', credits: 3 }] })
    expect(usage.by_day[0]?.day).toBe(today.toISOString().slice(0, 10))
    expect(await org.call(getUsage, { query: { days: '1' } })).toMatchObject({ total: 2, by_day: [{ credits: 2 }] })
  })

  test('refuses what the balance does not cover, and leaves it unchanged', async () => {
    const { organizationId } = await app.organization()

    await expect(hold(organizationId, 'big', 100_001)).rejects.toThrow(AppError)
    expect(await balance(organizationId)).toBe(100_000)
  })

  test('fills up to the monthly grant once when the month turns, and adds nothing to a fuller balance', async () => {
    const { organizationId } = await app.organization()
    await hold(organizationId, 'work', 60_000)
    await settle(organizationId, 'work', 60_000)

    await app.clock.set('2026-12-03T00:00:00Z')
    expect([await balance(organizationId), await balance(organizationId)]).toEqual([100_000, 100_000])
    await app.clock.set('2026-11-02T09:00:00Z')
    expect(await balance(organizationId)).toBe(100_000)
  })

  test('lets exactly one of many racers spend the last credits', async () => {
    const { organizationId } = await app.organization()

    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, racer) => hold(organizationId, `race:${racer}`, 60_000)),
    )

    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await balance(organizationId)).toBe(40_000)
  })

  test('keeps its balance equal to the sum of its entries and never below zero, in any order of calls', async () => {
    const step = fc.record({ kind: fc.constantFrom('hold', 'settle'), key: fc.nat(6), amount: fc.nat(40_000) })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
        const { organizationId } = await app.organization()
        for (const { kind, key, amount } of steps) {
          const attempt =
            kind === 'hold' ? hold(organizationId, `k${key}`, amount) : settle(organizationId, `k${key}`, amount)
          const [outcome] = await Promise.allSettled([attempt])
          expect(outcome.status === 'fulfilled' || outcome.reason instanceof AppError).toBe(true)
        }
        const left = await balance(organizationId)
        expect(left).toBeGreaterThanOrEqual(0)
        expect(left).toBe(await summed(organizationId))
      }),
      { numRuns: 25 },
    )
  })

  test('cannot be read by other organizations, and its entries cannot be changed', async () => {
    const org = await app.organization()
    const other = await org.foreign()
    await hold(org.organizationId, 'mine', 1_000)

    const seen = await inside<{ rows: unknown[] }>(other.organizationId, (tx) =>
      sql`select * from credit_entry where key = 'mine'`.execute(tx),
    )
    const changed = await inside<{ numAffectedRows?: bigint }>(org.organizationId, (tx) =>
      sql`update credit_entry set amount = 0 where key = 'mine'`.execute(tx),
    )
    expect(seen.rows).toEqual([])
    expect(changed.numAffectedRows).toBe(0n)
  })
})
