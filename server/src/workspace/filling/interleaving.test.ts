import * as contract from '@leadlight/contract/columns'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addLeads,
  ask,
  readMoney,
  startColumnFixture,
  type ColumnFixture,
  type Value,
} from '@leadlight/testing/column-fixture'
import { mintLeadSite, type LeadSite } from '@leadlight/testing/lead-builder'
import { until } from '@leadlight/testing/until'

const PRICE = 250

let fixture: ColumnFixture
beforeAll(async () => {
  fixture = await startColumnFixture({ environment: { COLUMN_VALUE_PRICE: '0.25', MONTHLY_CREDITS: '1000' } })
  // Which posts it cannot answer, and its answers to the others, follow from their words alone.
  fixture.model.answer = ({ posts }) =>
    posts
      .filter(({ text }) => !text.startsWith('Mute'))
      .map(({ post, text }) => ({ post, answer: text.startsWith('Yes'), why: 'It is so.' }))
})
afterAll(() => fixture.close())

const step = fc.oneof(
  fc.record({
    kind: fc.constant('leads' as const),
    titles: fc.array(fc.constantFrom('Yes', 'No', 'Mute'), { minLength: 1, maxLength: 4 }),
  }),
  fc.record({
    kind: fc.constantFrom(
      'create' as const,
      'reanalyse' as const,
      'goOn' as const,
      'stop' as const,
      'delete' as const,
      'wait' as const,
    ),
    at: fc.nat(2),
  }),
  fc.record({ kind: fc.constant('deleteLead' as const), at: fc.nat(9) }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

async function take(site: LeadSite, one: Step): Promise<void> {
  const { app } = fixture
  const { organization, projectId } = site
  const params = { projectId }
  if (one.kind === 'leads')
    return void (await addLeads(
      app,
      site,
      one.titles.map((title) => ({ title })),
    ))
  if (one.kind === 'deleteLead') {
    await ask(
      app,
      site,
      sql`update lead set deleted = not deleted
      where id = (select id from lead where project_id = ${projectId} order by post_id offset ${one.at} limit 1)`,
    )
    return
  }
  if (one.kind === 'wait') return app.clock.advance(5_000)
  const columns = await organization.call(contract.listSmartColumns, { params })
  const column = columns[one.at % Math.max(1, columns.length)]
  if (one.kind === 'create') {
    const body = { name: app.dependencies.newId(), prompt: 'Does the author leave a tool?', type: 'boolean' as const }
    return void (columns.length < 3 && (await organization.call(contract.createSmartColumn, { params, body })))
  }
  if (!column) return
  const ofColumn = { params: { projectId, columnId: column.id } }
  if (one.kind === 'stop') return void (await organization.call(contract.stopSmartColumn, ofColumn))
  if (one.kind === 'delete') return void (await organization.call(contract.deleteSmartColumn, ofColumn))
  const body = { smart_column: { id: column.id }, do_reanalyze: one.kind === 'reanalyse' }
  await organization.call(contract.updateSmartColumn, { params, body })
}

/** Resumes every column, and waits until none is being filled. */
async function settle(site: LeadSite): Promise<void> {
  const { organization, projectId } = site
  const columns = await organization.call(contract.listSmartColumns, { params: { projectId } })
  for (const { id } of columns) {
    await organization.call(contract.updateSmartColumn, { params: { projectId }, body: { smart_column: { id } } })
  }
  await until(async () => {
    await fixture.app.clock.advance(2_000)
    const rows = await ask(fixture.app, site, sql`select from smart_column where run is not null`)
    return rows.length === 0
  })
}

test(
  'whatever happens in between, every lead ends with the one right value, and answers are charged once',
  { timeout: 900_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), fc.boolean(), async (steps, isRaced) => {
        const site = await mintLeadSite(fixture.app)
        fixture.model.asked.length = 0
        await take(site, { kind: 'create', at: 0 })
        if (isRaced) await Promise.all(steps.map((one) => take(site, one).catch(passOverGone)))
        else for (const one of steps) await take(site, one)
        await settle(site)
        await expectComplete(site)
        await expectPaidOnce(site)
      }),
      { numRuns: 25, seed: 20261121 },
    )
  },
)

/** Of two who change one column at the same moment, the second may find it gone. */
function passOverGone(error: unknown): void {
  if (!String(error).includes('column_not_found')) throw error
}

async function expectComplete(site: LeadSite): Promise<void> {
  const { organization, projectId } = site
  const columns = await organization.call(contract.listSmartColumns, { params: { projectId } })
  const leads = await ask<{ id: string; title: string; deleted: boolean }>(
    fixture.app,
    site,
    sql`select id, title, deleted from lead where project_id = ${projectId}`,
  )
  for (const column of columns) {
    const values = await ask<Value>(
      fixture.app,
      site,
      sql`
      select value.* from smart_column_value value join smart_column c on c.id = value.column_id and c.revision = value.revision
      where value.column_id = ${column.id}`,
    )
    expect(values.map(({ lead_id }) => lead_id).toSorted()).toEqual(leads.map(({ id }) => id).toSorted())
    expect(values.every(({ batch }) => batch === null)).toBe(true)
    const alive = leads.filter(({ deleted }) => !deleted)
    const told = alive.map(({ id }) => values.find(({ lead_id }) => lead_id === id))
    expect(told.map((value) => (value?.state === 'done' ? value.bool_value : value?.state))).toEqual(
      alive.map(({ title }) => (title === 'Mute' ? 'failed' : title === 'Yes')),
    )
    const mute = alive.filter(({ title }) => title === 'Mute').length
    expect(column.progress).toEqual({ waiting: 0, done: alive.length - mute, needs_model: 0, failed: mute })
  }
}

/** Each batch was charged at most once and at most its reservation; nothing is still reserved; the balance adds up. */
async function expectPaidOnce(site: LeadSite): Promise<void> {
  const money = await readMoney(fixture.app, site)
  expect(money).toMatchObject({ held: 0, balance: money.summed })
  expect(money.charged % PRICE).toBe(0)
  const entries = await ask<{ kind: string; hold_key: string; count: number; amount: number }>(
    fixture.app,
    site,
    sql`
    select kind, hold_key, count(*)::int as count, sum(amount)::int as amount from credit_entry
    where hold_key is not null and organization_id = ${site.organizationId} group by kind, hold_key`,
  )
  expect(entries.every(({ count }) => count === 1)).toBe(true)
  const [answered] = await ask<{ done: number }>(
    fixture.app,
    site,
    sql`
    select count(*)::int as done from smart_column_value where state = 'done'`,
  )
  expect(money.charged).toBeGreaterThanOrEqual((answered?.done ?? 0) * PRICE)
  const given = fixture.model.asked.flatMap(({ posts }) => posts.filter(({ text }) => !text.startsWith('Mute')))
  expect(money.charged).toBeLessThanOrEqual(given.length * PRICE)
}
