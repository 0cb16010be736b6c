import * as contract from '@leadlight/contract/organization'
import { runSearch } from '@leadlight/contract/signals'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AppError } from '../../platform/errors.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { buildSignal } from '@leadlight/testing/lead-builder'
import { findLedgerFaults, runLedgerClient } from '@leadlight/testing/ledger-world'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { reserveCredits, openAccount, settleReservation } from './ledger.ts'

const CLIENTS = 8
const OPERATIONS_EACH = 150
const OCCASION = { what: 'Test', work: 'draft', projectId: null, signalId: null, accountId: null, role: null } as const

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ environment: { MONTHLY_CREDITS: '1' } })
})
afterAll(() => app.close())

async function mintAccount(): Promise<string> {
  const organizationId = app.dependencies.newId()
  await app.db.transaction(organizationScope(organizationId), async (tx) => {
    await sql`insert into organization (id, name, created_at) values (${organizationId}, 'Firm', now())`.execute(tx)
    await openAccount(tx, app.dependencies.ledger, organizationId)
  })
  return organizationId
}

test('eight clients that reserve, settle, refund, grant and die half-way leave ledgers that add up', async () => {
  const organizationIds = await Promise.all(Array.from({ length: 5 }, mintAccount))
  const { db } = app
  const { newId } = app.dependencies
  // In real time, since periods end by the hour of the day.
  const clock = { now: () => new Date(), sleep: (ms: number) => app.clock.sleep(ms) }
  const ledger = { clock, newId, monthlyMillicredits: 0, trialMillicredits: 50_000 }
  const operations = CLIENTS * OPERATIONS_EACH
  await Promise.all(
    Array.from({ length: CLIENTS }, (_, number) =>
      runLedgerClient({
        db,
        ledger,
        organizationIds,
        seed: `client ${number}`,
        from: 0,
        to: OPERATIONS_EACH,
        operations,
      }),
    ),
  )
  for (const organizationId of organizationIds) expect(await findLedgerFaults(db, organizationId)).toEqual([])
})

test('a ledger that does not add up is detected', async () => {
  const organizationId = await mintAccount()
  await app.db.transaction(organizationScope(organizationId), (tx) =>
    sql`update credit_account set balance = balance + 1 where organization_id = ${organizationId}`.execute(tx),
  )
  expect(await findLedgerFaults(app.db, organizationId)).toEqual(['the balance is not the sum of the entries'])
})

test('of two hundred who spend the last credit at once, one does', async () => {
  const organizationId = await mintAccount()
  const { ledger } = app.dependencies
  const spend = (racer: number) =>
    app.db.transaction(organizationScope(organizationId), async (tx) => {
      const key = `racer:${racer}`
      await reserveCredits(tx, ledger, organizationId, { key, amount: 1000, occasion: OCCASION })
      return settleReservation(tx, ledger, organizationId, { key, used: 1000 })
    })
  const outcomes = await Promise.allSettled(Array.from({ length: 200 }, (_, racer) => spend(racer)))

  const won = outcomes.filter(({ status }) => status === 'fulfilled')
  const lost = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
  expect(won).toHaveLength(1)
  expect(lost.every((reason) => reason instanceof AppError && reason.code === 'no_credits_left')).toBe(true)
  // The winner delivered nothing, which the check of ledgers reports.
  const winner = outcomes.findIndex(({ status }) => status === 'fulfilled')
  expect(await findLedgerFaults(app.db, organizationId)).toEqual([`racer:${winner} was charged without its effect`])
})

test('fifty equal calls with one key count as one, and another call with it is refused', async () => {
  const organization = await app.organization()
  const { organizationId } = organization
  const { id: projectId } = await organization.project()
  const signalId = await buildSignal(app, { organizationId, projectId }, 'bakers who need an oven')
  const otherId = await buildSignal(app, { organizationId, projectId }, 'millers who need a mill')
  const options = { headers: { 'idempotency-key': 'the-same-fifty-times' } }
  const run = (id: string) => organization.ask(runSearch, { params: { projectId, id } }, options)
  const replies = await Promise.all(Array.from({ length: 50 }, () => run(signalId)))

  expect(replies[0]?.text).toContain('search_id')
  expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  expect(replies[0]?.status).toBe(202)
  const { rows } = await app.db.transaction(organizationScope(organizationId), (tx) =>
    sql<{ id: string }>`select id from search where organization_id = ${organizationId}`.execute(tx),
  )
  expect(rows).toHaveLength(1)
  expect((await run(otherId)).problem()).toMatchObject({ status: 409, code: 'idempotency_key_reused' })
  expect(await organization.call(contract.getCredits)).toMatchObject({ credit_balance: 1, held: 0 })
})
