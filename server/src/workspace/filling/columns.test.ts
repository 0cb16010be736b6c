// Also on the embedded database: a journey of this slice.
import * as contract from '@leadlight/contract/columns'
import { COLUMNS_MAX } from '@leadlight/domain/columns'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import {
  addLeads,
  createColumn,
  filled,
  getColumn,
  readMoney,
  readValues,
  startColumnFixture,
  type ColumnFixture,
} from '@leadlight/testing/column-fixture'
import { mintLeadSite } from '@leadlight/testing/lead-builder'

const UNKNOWN = '01900000-0000-7000-8000-000000000000'

let fixture: ColumnFixture
beforeAll(async () => {
  fixture = await startColumnFixture({ environment: { COLUMN_VALUE_PRICE: '0.25', MONTHLY_CREDITS: '100' } })
})
afterAll(() => fixture.close())

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value)

describe('smart columns', () => {
  test.each([true, false])(
    'speak of no cost in a quote where answers have no price, with a model: %s',
    async (hasModel) => {
      const free = await startColumnFixture({ hasModel, environment: { COLUMN_VALUE_PRICE: '0' } })
      onTestFinished(() => free.close())
      const { organization, projectId } = await mintLeadSite(free.app)
      const params = { projectId }
      for (const prompt of ['Does the author ask for a tool?', 'Does it mention a price?']) {
        const quote = await organization.call(contract.quoteSmartColumn, { params, body: { prompt, type: 'boolean' } })
        expect(quote).toMatchObject({ credits: 0, answered_by: hasModel ? 'model' : 'local' })
        expect(quote.why).not.toMatch(/cost|free|credit/)
      }
    },
  )

  test('are filled for present and future leads, at the quoted price', async () => {
    const { app } = fixture
    const site = await mintLeadSite(app)
    const { organization, projectId } = site
    await addLeads(app, site, [{}, {}, {}])
    const quote = await organization.call(contract.quoteSmartColumn, {
      params: { projectId },
      body: { prompt: 'Does the author leave a tool?', type: 'boolean' },
    })
    expect(quote).toMatchObject({ leads: 3, credits: 0.75, answered_by: 'model' })

    const { id } = await createColumn(site)
    expect(await filled(app, site, id)).toMatchObject({
      progress: { waiting: 0, done: 3, needs_model: 0, failed: 0 },
      paused: null,
    })
    expect(await readMoney(app, site)).toMatchObject({ held: 0, charged: 750 })
    await addLeads(app, site, [{}, {}])
    expect((await filled(app, site, id)).progress).toMatchObject({ waiting: 0, done: 5 })
    expect(await readMoney(app, site)).toMatchObject({ held: 0, charged: 1250, balance: 98_750, summed: 98_750 })
    expect((await readValues(app, site, id))[0]).toMatchObject({ state: 'done', bool_value: true, why: 'It says so.' })
  })

  test('created or changed twice with the same Idempotency-Key are filled and paid for once', async () => {
    const { app } = fixture
    const site = await mintLeadSite(app)
    const { organization, projectId } = site
    await addLeads(app, site, [{}, {}])
    const ask = (path: string, key: string, body: object) =>
      organization.request('POST', `/api/v1/leads/${projectId}/${path}`, { body, headers: { 'idempotency-key': key } })
    const draft = { name: 'Leaves', prompt: 'Does the author leave a tool?', type: 'boolean' }
    const made = await ask('smart_columns', 'make', draft)
    expect(made.status).toBe(201)
    const { id } = made.body as contract.SmartColumn
    expect((await ask('smart_columns', 'make', draft)).body).toEqual(made.body)
    await filled(app, site, id)

    const change = { smart_column: { id, prompt: 'Does the author look for a tool?' }, do_reanalyze: true }
    const changed = await ask('update_smart_column', 'again', change)
    await filled(app, site, id)
    expect((await ask('update_smart_column', 'again', change)).body).toEqual(changed.body)
    await filled(app, site, id)
    expect(await readMoney(app, site)).toMatchObject({ held: 0, charged: 1000 })
    const other = await ask('update_smart_column', 'again', { ...change, do_reanalyze: false })
    expect(other.problem()).toMatchObject({ status: 409, code: 'idempotency_key_reused' })
  })

  test.each(['\u200b', 'Two\nlines', '\u202e'])('are not named %j, which nobody could read', async (name) => {
    const { organization, projectId } = await mintLeadSite(fixture.app)
    const body = { name, prompt: 'How large are they?', type: 'text' }
    const reply = await organization.request('POST', `/api/v1/leads/${projectId}/smart_columns`, { body })
    expect(reply.problem()).toMatchObject({ status: 422, errors: [{ path: 'body.name' }] })
  })

  test('have names that differ by more than letter case', async () => {
    const site = await mintLeadSite(fixture.app)
    const { organization, projectId } = site
    await createColumn(site, { name: 'Größe' })
    const other = await createColumn(site, { name: 'Other' })
    const path = `/api/v1/leads/${projectId}`
    const body = { name: 'GRÖßE', prompt: 'How large are they?', type: 'text' }
    const again = await organization.request('POST', `${path}/smart_columns`, { body })
    expect(again.problem()).toMatchObject({ status: 409, code: 'column_name_taken' })

    const renamed = { smart_column: { id: other.id, name: 'größe' }, do_reanalyze: false }
    const rename = await organization.request('POST', `${path}/update_smart_column`, { body: renamed })
    expect(rename.problem()).toMatchObject({ status: 409, code: 'column_name_taken' })
    const own = { smart_column: { id: other.id, name: 'OTHER' }, do_reanalyze: false }
    expect(await organization.call(contract.updateSmartColumn, { params: { projectId }, body: own })).toMatchObject({
      name: 'OTHER',
    })
  })

  test(`are at most ${COLUMNS_MAX} in a project, also when many are added at once`, async () => {
    const { organization, projectId } = await mintLeadSite(fixture.app)
    const add = (n: number) =>
      organization.request('POST', `/api/v1/leads/${projectId}/smart_columns`, {
        body: { name: `Column ${n}`, prompt: 'Which language?', type: 'text' },
      })
    const replies = await Promise.all(Array.from({ length: COLUMNS_MAX + 3 }, (_, n) => add(n)))
    const refused = replies.filter(({ status }) => status !== 201)
    expect(refused.map((reply) => reply.problem().code)).toEqual(times(3, 'column_limit_reached'))

    const listed = await organization.call(contract.listSmartColumns, { params: { projectId } })
    expect(listed.map(({ position }) => position)).toEqual(Array.from({ length: COLUMNS_MAX }, (_, n) => n))
  })

  test('are moved among the others, which close up', async () => {
    const site = await mintLeadSite(fixture.app)
    const { organization, projectId } = site
    const ids: string[] = []
    for (const name of ['A', 'B', 'C']) ids.push((await createColumn(site, { name })).id)
    const moveTo = async (id: string | undefined, position: number) => {
      await organization.call(contract.updateSmartColumn, {
        params: { projectId },
        body: { smart_column: { id: id!, position } },
      })
      const listed = await organization.call(contract.listSmartColumns, { params: { projectId } })
      return listed.map(({ name, position: at }) => `${name}${at}`).join(' ')
    }
    expect(await moveTo(ids[2], 0)).toBe('C0 A1 B2')
    expect(await moveTo(ids[2], 999)).toBe('A0 B1 C2')
    expect(await moveTo(ids[1], 1)).toBe('A0 B1 C2')
  })

  test('are deleted with their values', async () => {
    const site = await mintLeadSite(fixture.app)
    const { organization, projectId } = site
    await addLeads(fixture.app, site, [{}])
    const { id } = await createColumn(site)
    await filled(fixture.app, site, id)
    await organization.call(contract.deleteSmartColumn, { params: { projectId, columnId: id } })
    expect(await readValues(fixture.app, site, id)).toEqual([])
    expect(await organization.call(contract.listSmartColumns, { params: { projectId } })).toEqual([])
  })

  test('of another organization or project get the same 404 as unknown ones', async () => {
    const site = await mintLeadSite(fixture.app)
    const { organization, projectId } = site
    const foreign = await mintLeadSite(fixture.app)
    const elsewhere = { ...site, projectId: (await organization.project()).id }
    const { id: foreignId } = await createColumn(foreign)
    const { id: elsewhereId } = await createColumn(elsewhere)
    const calls = (id: string) => [
      organization.request('POST', `/api/v1/leads/${projectId}/smart_columns/${id}/stop`),
      organization.request('DELETE', `/api/v1/leads/${projectId}/${id}`),
      organization.request('POST', `/api/v1/leads/${projectId}/update_smart_column`, {
        body: { smart_column: { id, name: 'Mine' }, do_reanalyze: true },
      }),
    ]
    for (const id of [foreignId, elsewhereId, UNKNOWN]) {
      for (const reply of await Promise.all(calls(id))) {
        expect(reply.problem()).toMatchObject({ status: 404, code: 'column_not_found' })
      }
    }
    expect(await getColumn(foreign, foreignId)).toMatchObject({ name: 'Leaves' })
    const guest = await organization.member('GUEST', { projectIds: [projectId] })
    expect((await guest.request('POST', `/api/v1/leads/${projectId}/smart_columns`, { body: {} })).status).toBe(403)
    expect((await guest.request('GET', `/api/v1/leads/${projectId}/smart_columns`)).status).toBe(200)
  })
})

describe('analysing again', () => {
  test('works out every value again, and shows the old ones until then', async () => {
    const { app, model } = fixture
    const site = await mintLeadSite(app)
    const { projectId, organization } = site
    await addLeads(app, site, [{}, {}])
    const { id } = await createColumn(site)
    await filled(app, site, id)
    const gate = Promise.withResolvers<void>()
    const before = model.answer
    model.answer = async ({ posts }) => {
      await gate.promise
      return posts.map(({ post }) => ({ post, answer: false, why: 'Looked again.' }))
    }
    const body = { smart_column: { id, prompt: 'Does the author stay?' }, do_reanalyze: true }
    const renewed = await organization.call(contract.updateSmartColumn, { params: { projectId }, body })
    expect(renewed.progress).toEqual({ waiting: 2, done: 0, needs_model: 0, failed: 0 })
    expect(await readValues(app, site, id)).toMatchObject(times(2, { state: 'waiting', bool_value: true }))
    gate.resolve()
    expect((await filled(app, site, id)).progress).toMatchObject({ done: 2 })
    model.answer = before
    expect(await readValues(app, site, id)).toMatchObject(times(2, { bool_value: false, why: 'Looked again.' }))
    expect(await readMoney(app, site)).toMatchObject({ held: 0, charged: 1000 })
  })

  test('is required to change a type; without it values stay and nothing is charged', async () => {
    const { app } = fixture
    const site = await mintLeadSite(app)
    const { projectId, organization } = site
    await addLeads(app, site, [{}])
    const { id } = await createColumn(site)
    await filled(app, site, id)
    const change = (smart_column: object, do_reanalyze = false) =>
      organization.request('POST', `/api/v1/leads/${projectId}/update_smart_column`, {
        body: { smart_column: { id, ...smart_column }, do_reanalyze },
      })
    expect((await change({ type: 'text' })).problem()).toMatchObject({ status: 409, code: 'column_type_fixed' })
    expect((await change({ prompt: 'Another question?' })).status).toBe(200)
    expect((await filled(app, site, id)).progress).toMatchObject({ done: 1 })
    expect(await readMoney(app, site)).toMatchObject({ charged: 250 })
    const before = fixture.model.answer
    fixture.model.answer = ({ posts }) => posts.map(({ post }) => ({ post, answer: 'Lisbon', why: 'It names it.' }))
    expect((await change({ type: 'text' }, true)).status).toBe(200)
    await filled(app, site, id)
    fixture.model.answer = before
    expect(await readValues(app, site, id)).toMatchObject([{ bool_value: null, text_value: 'Lisbon' }])
  })

  test('resumes what was stopped', async () => {
    const { app, model } = fixture
    const site = await mintLeadSite(app)
    const { projectId, organization } = site
    await addLeads(app, site, [{}, {}])
    const gate = Promise.withResolvers<void>()
    const before = model.answer
    model.answer = async ({ posts }) => {
      await gate.promise
      return posts.map(({ post }) => ({ post, answer: true, why: 'Late.' }))
    }
    const { id } = await createColumn(site)
    const stopped = await organization.call(contract.stopSmartColumn, { params: { projectId, columnId: id } })
    expect(stopped).toMatchObject({ progress: { waiting: 2 }, paused: expect.stringMatching(/^Stopped by hand\./) })
    expect(await readMoney(app, site)).toMatchObject({ held: 0, charged: 0 })
    gate.resolve()
    await addLeads(app, site, [{}])
    expect(await readValues(app, site, id)).toMatchObject(times(3, { state: 'waiting', batch: null }))

    await organization.call(contract.updateSmartColumn, { params: { projectId }, body: { smart_column: { id } } })
    expect(await filled(app, site, id)).toMatchObject({ progress: { done: 3 }, paused: null })
    model.answer = before
    expect(await readMoney(app, site)).toMatchObject({ held: 0, charged: 750 })
  })
})
