import { runSearch } from '@leadlight/contract/signals'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Tx } from '../../platform/db.ts'
import { claimCall, deleteCall, keepOutcome, pruneCalls } from '../../platform/idempotency.ts'
import {
  askDraft,
  CHARGED,
  ledgerOf,
  mintDraftSite,
  startDraftFixture,
  streamDraft,
  type DraftFixture,
} from '@leadlight/testing/draft-fixture'
import { inOrganization } from '@leadlight/testing/lead-builder'
import { until } from '@leadlight/testing/until'

let fixture: DraftFixture
beforeAll(async () => {
  fixture = await startDraftFixture()
})
afterAll(() => fixture.close())
beforeEach(() => {
  fixture.model.asked.length = 0
  fixture.model.script = () => ({ kind: 'say', pieces: ['We ', 'outgrew ours too.'] })
})

const WORDS = 'We outgrew ours too.'
const BUSY = { code: 'idempotent_call_running', status: 409 }

describe('with an Idempotency-Key', () => {
  const KEY = { 'idempotency-key': 'a-key-of-mine' }

  test('the same call answers the same draft and is charged once', async () => {
    const site = await mintDraftSite(fixture.app)
    const first = await streamDraft(fixture.app, site.organization, site, { headers: KEY })
    fixture.model.script = () => ({ kind: 'say', pieces: ['Other words.'] })
    const again = await streamDraft(fixture.app, site.organization, site, { headers: KEY })
    const whole = await askDraft(site, { headers: KEY })
    expect(again.end).toEqual(first.end)
    expect(again.deltas.join('')).toBe(WORDS)
    expect(whole.body).toEqual(first.end?.data)
    expect(await ledgerOf(fixture.app, site)).toEqual(CHARGED)
    expect(fixture.model.asked).toHaveLength(1)
  })

  test('the same key is refused to another call, and another user’s key is their own', async () => {
    const site = await mintDraftSite(fixture.app)
    await askDraft(site, { headers: KEY })
    const other = await askDraft(site, { body: { prompt: 'Shorter' }, headers: KEY })
    expect([other.status, other.problem().code]).toEqual([409, 'idempotency_key_reused'])
    const colleague = await site.organization.member('MEMBER')
    expect((await streamDraft(fixture.app, colleague, site, { headers: KEY })).end?.event).toBe('done')
    expect(fixture.model.asked).toHaveLength(2)
  })

  test('a second call during the first is refused', async () => {
    const site = await mintDraftSite(fixture.app)
    const { promise: mayEnd, resolve: letEnd } = Promise.withResolvers<void>()
    fixture.model.script = () => ({ kind: 'say', pieces: ['One ', 'two.'], mayEnd })
    let refused = 0
    const asking = Array.from({ length: 5 }, async () => {
      const reply = await askDraft(site, { headers: KEY })
      if (reply.status !== 200) refused += 1
      return reply
    })
    await until(() => refused === 4)
    letEnd()
    const asked = await Promise.all(asking)
    expect(asked.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const reply of asked.filter(({ status }) => status !== 200)) expect(reply.problem()).toMatchObject(BUSY)
    expect(await ledgerOf(fixture.app, site)).toEqual(CHARGED)
  })

  test('a failure frees the key to try again, and a day later the key is forgotten', async () => {
    const site = await mintDraftSite(fixture.app)
    fixture.model.script = () => ({ kind: 'error', status: 401 })
    expect((await askDraft(site, { headers: KEY })).status).toBe(502)
    fixture.model.script = () => ({ kind: 'say', pieces: ['Words.'] })
    expect((await askDraft(site, { headers: KEY })).status).toBe(200)
    await fixture.app.clock.advance(24 * 60 * 60_000)
    expect((await askDraft(site, { body: { prompt: 'Shorter' }, headers: KEY })).status).toBe(200)
    expect(fixture.model.asked).toHaveLength(3)
  })

  test('a call that has run out of time leaves the key to the one that took its place', async () => {
    const site = await mintDraftSite(fixture.app)
    const { organizationId, projectId, organization } = site
    const { clock } = fixture.app
    const call = (at: Date) => ({
      organizationId,
      projectId,
      accountId: organization.userId,
      key: 'mine',
      asked: 'a',
      at,
    })
    const within = <T>(work: (tx: Tx) => Promise<T>) => inOrganization(fixture.app, site, work)
    const first = call(clock.now())
    await within((tx) => claimCall(tx, first))
    await clock.advance(5 * 60_000)
    const second = call(clock.now())
    expect(await within((tx) => claimCall(tx, second))).toBeUndefined()
    await within((tx) => deleteCall(tx, first))
    await within((tx) => keepOutcome(tx, first, { of: 'the first' }))
    await expect(within((tx) => claimCall(tx, call(clock.now())))).rejects.toMatchObject({ code: BUSY.code })
  })

  test('an invalid key is refused', async () => {
    const site = await mintDraftSite(fixture.app)
    const reply = await askDraft(site, { headers: { 'idempotency-key': 'two words' } })
    expect([reply.status, reply.problem().code]).toEqual([400, 'idempotency_key_invalid'])
  })
})

test('a search asked for twice with the same key is started once', async () => {
  const { organization, projectId, signalId } = await mintDraftSite(fixture.app)
  const params = { projectId, id: signalId }
  const start = (key: string) => organization.ask(runSearch, { params }, { headers: { 'idempotency-key': key } })
  const first = await start('one')
  const again = await start('one')
  expect([first.status, again.status]).toEqual([202, 202])
  expect(again.body).toEqual(first.body)
  const other = await start('two')
  expect([other.status, other.problem().code]).toEqual([409, 'search_running'])
})

test('a stored outcome is deleted after a day', async () => {
  const site = await mintDraftSite(fixture.app)
  const kept = async () => {
    const { rows } = await inOrganization(fixture.app, site, (tx) =>
      sql<{ count: number }>`select count(*)::int as count from idempotent_call`.execute(tx),
    )
    return rows[0]?.count
  }
  await askDraft(site, { headers: { 'idempotency-key': 'mine' } })
  await pruneCalls(fixture.app)
  expect(await kept()).toBe(1)
  await fixture.app.clock.advance(24 * 60 * 60_000)
  await pruneCalls(fixture.app)
  expect(await kept()).toBe(0)
})
