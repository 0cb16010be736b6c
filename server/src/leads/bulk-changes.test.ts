import * as work from '@leadlight/contract/lead-work'
import * as contract from '@leadlight/contract/leads'
import { UNDO_MINUTES } from '@leadlight/domain/leads'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildLeads, inOrganization, mintLeadSite, type LeadSite } from '../testing/lead-builder.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { buildStatuses, removeStatus, setStatuses } from '../testing/lead-workspace.ts'
import type { TestMember } from '../testing/test-organization.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const MINUTE_MS = 60_000
const MARKS = {
  read: contract.markRead,
  unread: contract.markUnread,
  deleted: contract.markDeleted,
  undeleted: contract.markUndeleted,
}
type Mark = keyof typeof MARKS

function mark(site: LeadSite, word: Mark, selection: contract.BulkSelection, by: TestMember = site.organization) {
  return by.call(MARKS[word], { params: { projectId: site.projectId }, body: selection })
}

function undo(site: LeadSite, token: string | null, by: TestMember = site.organization) {
  return by.request('POST', `/api/v1/leads/${site.projectId}/undo`, { body: { undo_token: token } })
}

/** Each lead's flags, such as `-d` for unread and deleted, by id. */
async function flags(site: LeadSite): Promise<Record<string, string>> {
  const { rows } = await inOrganization(app, site, (tx) =>
    sql<{ id: string; read: boolean; deleted: boolean }>`
      select id, read, deleted from lead where project_id = ${site.projectId}`.execute(tx),
  )
  return Object.fromEntries(rows.map(({ id, read, deleted }) => [id, `${read ? 'r' : '-'}${deleted ? 'd' : '-'}`]))
}

async function siteWith(count: number) {
  const site = await mintLeadSite(app)
  const wishes = Array.from({ length: count }, (_, index) => ({
    score: 50 + index,
    platform: index % 2 ? 'feed' : 'hackernews',
  }))
  return { site, ids: await buildLeads(app, site, wishes) }
}

describe('a bulk change', () => {
  test('marks the named leads, counts those it changed, and is undone once', async () => {
    const { site, ids } = await siteWith(4)
    await mark(site, 'read', { lead_ids: [ids[0]!] })
    const before = await flags(site)
    const { updated, undo_token } = await mark(site, 'read', { lead_ids: ids.slice(0, 3) })
    expect(updated).toBe(2)
    expect(Object.values(await flags(site)).toSorted()).toEqual(['--', 'r-', 'r-', 'r-'])
    expect((await undo(site, undo_token)).body).toEqual({ updated: 2 })
    expect(await flags(site)).toEqual(before)
    expect((await undo(site, undo_token)).problem()).toMatchObject({ status: 404, code: 'undo_not_found' })
  })

  test('that changes nothing has no undo', async () => {
    const { site, ids } = await siteWith(2)
    await mark(site, 'read', { lead_ids: ids })
    expect(await mark(site, 'read', { lead_ids: ids })).toEqual({ updated: 0, undo_token: null })
    expect(await mark(site, 'undeleted', { lead_ids: ids })).toEqual({ updated: 0, undo_token: null })
    expect(await mark(site, 'read', { lead_ids: [crypto.randomUUID()] })).toEqual({ updated: 0, undo_token: null })
  })

  test('counts a lead once that is named twice, and passes over unknown ids', async () => {
    const { site, ids } = await siteWith(1)
    const named = [ids[0]!, ids[0]!, ids[0]!.toUpperCase(), crypto.randomUUID()]
    expect(await mark(site, 'deleted', { lead_ids: named })).toMatchObject({ updated: 1 })
  })

  test('takes all that a filter lets through, and no others', async () => {
    const { site, ids } = await siteWith(6)
    await mark(site, 'deleted', { lead_ids: [ids[1]!] })
    expect(await mark(site, 'read', { filter: { data_source_filters: ['feed'] } })).toMatchObject({ updated: 2 })
    expect(await mark(site, 'deleted', { filter: { read: true } })).toMatchObject({ updated: 2 })
    expect(await mark(site, 'undeleted', { filter: { deleted: true } })).toMatchObject({ updated: 3 })
    expect(await mark(site, 'read', { filter: { search_text: 'nowhere' } })).toMatchObject({ updated: 0 })
    expect(await mark(site, 'read', { filter: { lead_ids: [] } })).toMatchObject({ updated: 0 })
    expect(await mark(site, 'read', { filter: {} })).toMatchObject({ updated: 4 })
  })

  test('of another project of the same organization is not touched', async () => {
    const { site, ids } = await siteWith(2)
    const { id: otherProject } = await site.organization.project({ name: 'Second' })
    const other = { ...site, projectId: otherProject }
    expect(await mark(other, 'deleted', { lead_ids: ids })).toEqual({ updated: 0, undo_token: null })
    const { undo_token } = await mark(site, 'deleted', { lead_ids: ids })
    expect((await undo(other, undo_token)).problem()).toMatchObject({ status: 404, code: 'undo_not_found' })
    expect(Object.values(await flags(site))).toEqual(['-d', '-d'])
  })
})

describe('an undo', () => {
  test('works for a colleague, up to ten minutes', async () => {
    const { site, ids } = await siteWith(2)
    const colleague = await site.organization.member('MEMBER')
    const { undo_token } = await mark(site, 'deleted', { lead_ids: ids })
    await app.clock.advance(UNDO_MINUTES * MINUTE_MS - 1)
    expect((await undo(site, undo_token, colleague)).status).toBe(200)
    expect(Object.values(await flags(site))).toEqual(['--', '--'])
  })

  test('is refused after ten minutes, and forgotten after a day', async () => {
    const { site, ids } = await siteWith(2)
    const { undo_token } = await mark(site, 'deleted', { lead_ids: ids })
    await app.clock.advance(UNDO_MINUTES * MINUTE_MS)
    expect((await undo(site, undo_token)).problem()).toMatchObject({ status: 409, code: 'undo_expired' })
    await app.clock.advance(24 * 60 * MINUTE_MS + 1)
    await mark(site, 'read', { lead_ids: [ids[0]!] })
    expect((await undo(site, undo_token)).problem()).toMatchObject({ status: 404, code: 'undo_not_found' })
    expect(Object.values(await flags(site)).toSorted()).toEqual(['-d', 'rd'])
  })

  test('of a deletion is not for those who may not delete', async () => {
    const { site, ids } = await siteWith(2)
    const guest = await site.organization.member('GUEST', { projectIds: [site.projectId] })
    const deleted = await mark(site, 'deleted', { lead_ids: [ids[0]!] })
    expect((await undo(site, deleted.undo_token, guest)).problem()).toMatchObject({ status: 403, code: 'role_too_low' })
    const read = await mark(site, 'read', { lead_ids: ids }, guest)
    expect((await undo(site, read.undo_token, guest)).body).toEqual({ updated: 2 })
    expect((await undo(site, deleted.undo_token)).body).toEqual({ updated: 1 })
  })
})

interface Made {
  token: string
  place: 0 | 1
  former: Map<string, string>
}

/** What the flags and the changes that can be undone should be, worked out apart from the database. */
function createModel(start: Record<string, string>) {
  const model = { ...start }
  const made: Made[] = []
  const set = (id: string, place: 0 | 1, letter: string) => {
    const [read = '-', deleted = '-'] = model[id]!
    model[id] = place === 0 ? letter + deleted : read + letter
  }
  return {
    flags: model,
    takeOne: (index: number) => made.splice(index % Math.max(1, made.length), 1)[0],
    mark(word: Mark, which: string[]): Omit<Made, 'token'> {
      const place = word.endsWith('read') ? 0 : 1
      const letter = word.startsWith('un') ? '-' : 'rd'[place]!
      const changed = which.filter((id) => model[id]![place] !== letter)
      const former = new Map(changed.map((id) => [id, model[id]![place]!]))
      changed.forEach((id) => set(id, place, letter))
      return { place, former }
    },
    keep: (change: Made) => made.push(change),
    undo: ({ former, place }: Made) => former.forEach((letter, id) => set(id, place, letter)),
  }
}

test('however changes and undos follow each other, each undo gives its leads what they had before it', async () => {
  const { site, ids } = await siteWith(5)
  const marking = fc.record({
    word: fc.constantFrom<Mark>('read', 'unread', 'deleted', 'undeleted'),
    which: fc.subarray(ids, { minLength: 1 }),
  })
  const step = fc.oneof(marking, fc.nat({ max: 5 }))

  async function take(model: ReturnType<typeof createModel>, one: number | { word: Mark; which: string[] }) {
    if (typeof one !== 'number') {
      const change = model.mark(one.word, one.which)
      const { updated, undo_token } = await mark(site, one.word, { lead_ids: one.which })
      if (undo_token !== null) model.keep({ ...change, token: undo_token })
      return { expected: change.former.size, updated }
    }
    const change = model.takeOne(one)
    if (!change) return { expected: 0, updated: 0 }
    model.undo(change)
    const { updated } = (await undo(site, change.token)).body as { updated: number }
    return { expected: change.former.size, updated }
  }

  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      const model = createModel(await flags(site))
      for (const one of steps) {
        const { expected, updated } = await take(model, one)
        expect(updated).toBe(expected)
        expect(await flags(site)).toEqual(model.flags)
      }
    }),
    { numRuns: 15 },
  )
})

describe('a filter that is not known', () => {
  test.each([{ serch_text: 'invoices' }, { status_config_id: 'all' }])(
    'is refused and changes nothing: %j',
    async (filter) => {
      const { site } = await siteWith(2)
      const path = `/api/v1/leads/${site.projectId}/mark_leads_as_deleted`
      expect(await site.organization.request('POST', path, { body: { filter } })).toMatchObject({ status: 422 })
      expect(new Set(Object.values(await flags(site)))).toEqual(new Set(['--']))
    },
  )
})

describe('at the same time', () => {
  test('two changes of the same leads share them out, and both undos together restore everything', async () => {
    const { site, ids } = await siteWith(40)
    const [first, second] = await Promise.all([
      mark(site, 'read', { lead_ids: ids }),
      mark(site, 'read', { lead_ids: ids.toReversed() }),
    ])
    expect(first.updated + second.updated).toBe(40)
    const tokens = [first.undo_token, second.undo_token].filter((token) => token !== null)
    await Promise.all(tokens.map((token) => undo(site, token)))
    expect(new Set(Object.values(await flags(site)))).toEqual(new Set(['--']))
  })

  test('a change, another over it and an undo leave no lead half changed and none waiting', async () => {
    const { site, ids } = await siteWith(40)
    const { undo_token } = await mark(site, 'deleted', { lead_ids: ids.slice(0, 20) })
    const replies = await Promise.all([
      mark(site, 'read', { filter: {} }),
      mark(site, 'unread', { lead_ids: ids.toReversed() }),
      undo(site, undo_token),
    ])
    expect(replies[2]).toMatchObject({ status: 200, body: { updated: 20 } })
    const letters = Object.values(await flags(site))
    expect(letters.filter((pair) => pair.endsWith('d'))).toEqual([])
  })

  test('of ten undos of one change, one works', async () => {
    const { site, ids } = await siteWith(10)
    const { undo_token } = await mark(site, 'deleted', { lead_ids: ids })
    const statuses = await Promise.all(Array.from({ length: 10 }, async () => (await undo(site, undo_token)).status))
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, ...Array.from({ length: 9 }, () => 404)])
  })
})

/** What was noted of each lead of the site, the latest last. */
async function histories({ organizationId, projectId }: LeadSite) {
  const { rows } = await inOrganization(app, { organizationId, projectId }, (tx) =>
    sql<{ lead_id: string; kind: string; summary: string; account_id: string; at: Date; id: string }>`
      select lead_history.* from lead_history join lead on lead.id = lead_id
      where project_id = ${projectId} order by lead_history.at, lead_history.id`.execute(tx),
  )
  return rows
}

function updateStatus(site: LeadSite, status: string | null, selection: contract.BulkSelection, by?: TestMember) {
  const body = { status_config_id: status, ...selection }
  return (by ?? site.organization).call(work.updateLeadsStatus, { params: { projectId: site.projectId }, body })
}

async function statusesOf({ organization, projectId }: LeadSite) {
  const { items } = await organization.call(contract.listLeads, { params: { projectId }, query: { limit: '200' } })
  return Object.fromEntries(items.map((lead) => [lead.id, lead.status_config_id]))
}

describe('the status of many leads', () => {
  test('is set by name or by filter, noted in each history, and taken back to what each had before', async () => {
    const { site, ids } = await siteWith(5)
    const [first, second] = (await buildStatuses(app, site, ['To answer', 'Answered'])) as [string, string]
    await setStatuses(app, site, { [ids[0]!]: first, [ids[1]!]: second })
    const before = await statusesOf(site)

    const { updated, undo_token } = await updateStatus(site, second, { lead_ids: ids.slice(0, 4) })
    expect(updated).toBe(3)
    expect(Object.values(await statusesOf(site)).filter((status) => status === second)).toHaveLength(4)
    const noted = await histories(site)
    expect(noted.map(({ lead_id, kind, summary }) => [lead_id, kind, summary]).toSorted()).toEqual(
      [
        [ids[0], 'status', 'Status: To answer → Answered'],
        [ids[2], 'status', 'Status: none → Answered'],
        [ids[3], 'status', 'Status: none → Answered'],
      ].toSorted(),
    )
    expect(new Set(noted.map(({ account_id }) => account_id))).toEqual(new Set([site.organization.userId]))
    for (const { id, at } of noted) {
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(at.getTime())
    }

    await app.clock.advance(1)
    expect((await undo(site, undo_token)).body).toEqual({ updated: 3 })
    expect(await statusesOf(site)).toEqual(before)
    const undone = (await histories(site)).slice(3)
    expect(undone.map(({ kind }) => kind)).toEqual(['undone', 'undone', 'undone'])
    expect(undone.map(({ summary }) => summary)).toContain('Status change undone: Answered → To answer')
    expect(await updateStatus(site, null, { filter: { status_config_id: [second] } })).toMatchObject({ updated: 1 })
    expect(await updateStatus(site, first, { filter: { status_config_id: ['none'] } })).toMatchObject({ updated: 4 })
  })

  test('whose former status is deleted meanwhile is none after the undo', async () => {
    const { site, ids } = await siteWith(3)
    const [going, staying, now] = (await buildStatuses(app, site, ['Going', 'Staying', 'Now'])) as [
      string,
      string,
      string,
    ]
    await setStatuses(app, site, { [ids[0]!]: going, [ids[1]!]: staying })
    const { undo_token } = await updateStatus(site, now, { filter: {} })
    await removeStatus(app, site, going)
    expect((await undo(site, undo_token)).body).toEqual({ updated: 3 })
    expect(await statusesOf(site)).toEqual({ [ids[0]!]: null, [ids[1]!]: staying, [ids[2]!]: null })
  })

  test('cannot be one of another project, another organization, or people', async () => {
    const { site, ids } = await siteWith(1)
    const { site: other } = await siteWith(1)
    const { id: sisterId } = await site.organization.project()
    const [[foreign], [sister], [prospect]] = await Promise.all([
      buildStatuses(app, other, ['Foreign']),
      buildStatuses(app, { ...site, projectId: sisterId }, ['Sister']),
      buildStatuses(app, site, ['Customer'], 'prospect'),
    ])
    for (const id of [foreign, sister, prospect, crypto.randomUUID()]) {
      const path = `/api/v1/leads/${site.projectId}/update_status`
      const body = { status_config_id: id, lead_ids: ids }
      expect((await site.organization.request('POST', path, { body })).problem()).toMatchObject({
        status: 404,
        code: 'status_not_found',
        detail: 'That status does not exist.',
      })
    }
    expect(await histories(site)).toEqual([])
  })

  test.each([
    {},
    { status_config_id: null },
    { lead_ids: [crypto.randomUUID()] },
    { status_config_id: null, filter: {}, lead_ids: [crypto.randomUUID()] },
    { status_config_id: null, filter: { serch_text: 'x' } },
    { status_config_id: 'none', filter: {} },
  ])('is not set by half a request: %j', async (body) => {
    const { site } = await siteWith(1)
    const path = `/api/v1/leads/${site.projectId}/update_status`
    expect(await site.organization.request('POST', path, { body })).toMatchObject({ status: 422 })
  })

  test('set by two at once is one of the two, and both undos leave no lead half changed', async () => {
    const { site, ids } = await siteWith(30)
    const [a, b] = (await buildStatuses(app, site, ['A', 'B'])) as [string, string]
    const changes = await Promise.all([
      updateStatus(site, a, { lead_ids: ids }),
      updateStatus(site, b, { lead_ids: ids.toReversed() }),
    ])
    expect(changes.map(({ updated }) => updated)).toEqual([30, 30])
    expect(new Set(Object.values(await statusesOf(site))).size).toBe(1)
  })
})

test('deleting, bringing back, starring and their undos are noted; reading is not', async () => {
  const { site, ids } = await siteWith(2)
  const star = (starred: boolean) =>
    site.organization.call(contract.starLead, { params: { projectId: site.projectId, id: ids[0]! }, body: { starred } })
  const summaries = async () => (await histories(site)).map(({ kind, summary }) => `${kind}: ${summary}`)
  const steps = [() => mark(site, 'read', { lead_ids: ids }), () => star(true), () => star(true), () => star(false)]
  for (const step of steps) {
    await step()
    await app.clock.advance(1)
  }
  const { undo_token } = await mark(site, 'deleted', { lead_ids: [ids[1]!] })
  await app.clock.advance(1)
  await undo(site, undo_token)
  await app.clock.advance(1)
  await mark(site, 'deleted', { lead_ids: [ids[1]!] })
  await app.clock.advance(1)
  const back = await mark(site, 'undeleted', { lead_ids: [ids[1]!] })
  await app.clock.advance(1)
  await undo(site, back.undo_token)
  expect(await summaries()).toEqual([
    'starred: Starred',
    'starred: Star taken away',
    'deleted: Deleted',
    'undone: Deletion undone',
    'deleted: Deleted',
    'deleted: Brought back',
    'undone: Bringing back undone',
  ])
})
