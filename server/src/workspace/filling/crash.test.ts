import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addLeads,
  ask,
  createColumn,
  getColumn,
  readMoney,
  readValues,
  startColumnFixture,
  type ColumnFixture,
} from '@leadlight/testing/column-fixture'
import { mintLeadSite, type LeadSite } from '@leadlight/testing/lead-builder'
import { createColumns } from './create-columns.ts'
import { failFilling } from './end-filling.ts'
import { fillColumn } from './fill-column.ts'

let fixture: ColumnFixture
beforeAll(async () => {
  fixture = await startColumnFixture({
    isIdle: true,
    environment: { COLUMN_VALUE_PRICE: '0.25', MONTHLY_CREDITS: '100' },
  })
})
afterAll(() => fixture.close())

class Killed extends Error {}

/**
 * Runs the column's job by hand, until it ends or reaches its `killAt`th checkpoint. What it did not commit is lost.
 */
async function work(site: LeadSite, columnId: string, killAt = Infinity): Promise<'through' | 'killed'> {
  const { config, matching, languageModel } = fixture.app.dependencies
  let passed = 0
  const checkpoint = () => (++passed === killAt ? Promise.reject(new Killed()) : Promise.resolve())
  const { run } = await runOf(site, columnId)
  const { signal } = new AbortController()
  const job = {
    organizationId: site.organizationId,
    columnId,
    run: run!,
    signal,
    mustMakeRoom: () => Promise.resolve(false),
    progressed: () => Promise.resolve(),
  }
  try {
    await fillColumn(createColumns(config, { ...matching, checkpoint }, languageModel), job)
    return 'through'
  } catch (error) {
    if (error instanceof Killed) return 'killed'
    throw error
  }
}

async function runOf(site: LeadSite, columnId: string) {
  const [row] = await ask<{ run: string | null }>(
    fixture.app,
    site,
    sql`select run from smart_column where id = ${columnId}`,
  )
  return row!
}

async function mintFilledSite(leads: number) {
  const site = await mintLeadSite(fixture.app)
  await addLeads(
    fixture.app,
    site,
    Array.from({ length: leads }, () => ({})),
  )
  return { site, id: (await createColumn(site)).id }
}

test.each([1, 2, 3, 4, 5, 6].map((killAt) => ({ killAt })))(
  'a run that dies at its step $killAt, and once more after that, leaves the same values and charges as one that lives',
  async ({ killAt }) => {
    const { site, id } = await mintFilledSite(60)
    expect(await work(site, id, killAt)).toBe('killed')
    await work(site, id, 1)
    expect(await work(site, id)).toBe('through')

    expect((await getColumn(site, id)).progress).toEqual({ waiting: 0, done: 60, needs_model: 0, failed: 0 })
    expect(await readMoney(fixture.app, site)).toEqual({ held: 0, charged: 15_000, balance: 85_000, summed: 85_000 })
    expect((await runOf(site, id)).run).toBeNull()
  },
)

test('several runs of one column at the same moment, as after a lost lease, charge each value once', async () => {
  const { site, id } = await mintFilledSite(60)
  await Promise.all([work(site, id), work(site, id), work(site, id)])
  expect((await getColumn(site, id)).progress).toMatchObject({ done: 60, waiting: 0 })
  expect(await readMoney(fixture.app, site)).toMatchObject({ held: 0, charged: 15_000, balance: 85_000 })
})

test('leads deleted between reservation and answer are not paid for', async () => {
  const { site, id } = await mintFilledSite(4)
  await work(site, id, 1)
  const [first, second] = await readValues(fixture.app, site, id)
  await ask(fixture.app, site, sql`update lead set deleted = true where id = ${first!.lead_id}`)
  await ask(fixture.app, site, sql`delete from lead where id = ${second!.lead_id}`)
  await work(site, id)
  expect((await getColumn(site, id)).progress).toMatchObject({ done: 2, waiting: 0 })
  expect(await readMoney(fixture.app, site)).toMatchObject({ held: 0, charged: 500 })
})

test('where all leads of a batch are gone, its reservation is released', async () => {
  const { site, id } = await mintFilledSite(4)
  await work(site, id, 1)
  expect(await readMoney(fixture.app, site)).toMatchObject({ held: 1000 })
  await ask(fixture.app, site, sql`delete from lead`)
  expect(await work(site, id)).toBe('through')
  expect(await readMoney(fixture.app, site)).toEqual({ held: 0, charged: 0, balance: 100_000, summed: 100_000 })
})

test('a job that fails for good releases its reservation and says so; finished values stay', async () => {
  const { site, id } = await mintFilledSite(60)
  await work(site, id, 4)
  const { run } = await runOf(site, id)
  const { db, ledger, clock } = fixture.app.dependencies
  const dead = { organizationId: site.organizationId, columnId: id, run: run! }
  await failFilling({ db, ledger, clock }, dead)
  await failFilling({ db, ledger, clock }, dead)
  const column = await getColumn(site, id)
  expect(column).toMatchObject({
    progress: { done: 50, waiting: 10 },
    paused: expect.stringMatching(/^Analysing failed on our side/),
  })
  expect(await readMoney(fixture.app, site)).toMatchObject({ held: 0, charged: 12_500 })
})
