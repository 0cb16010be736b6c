import * as contract from '@leadlight/contract/leads'
import { UNDO_MINUTES } from '@leadlight/domain/leads'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildLeads, inOrganization, mintLeadSite, type LeadSite } from '@leadlight/testing/lead-builder'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import type { TestMember } from '@leadlight/testing/test-organization'

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

  test('counts a lead once that is named twice, and skips unknown ids', async () => {
    const { site, ids } = await siteWith(1)
    const named = [ids[0]!, ids[0]!, ids[0]!.toUpperCase(), crypto.randomUUID()]
    expect(await mark(site, 'deleted', { lead_ids: named })).toMatchObject({ updated: 1 })
  })

  test('reaches all leads that pass a filter, and no others', async () => {
    const { site, ids } = await siteWith(6)
    await mark(site, 'deleted', { lead_ids: [ids[1]!] })
    expect(await mark(site, 'read', { filter: { data_source_filters: ['feed'] } })).toMatchObject({ updated: 2 })
    expect(await mark(site, 'deleted', { filter: { read: true } })).toMatchObject({ updated: 2 })
    expect(await mark(site, 'undeleted', { filter: { deleted: true } })).toMatchObject({ updated: 3 })
    expect(await mark(site, 'read', { filter: { search_text: 'nowhere' } })).toMatchObject({ updated: 0 })
    expect(await mark(site, 'read', { filter: { lead_ids: [] } })).toMatchObject({ updated: 0 })
    expect(await mark(site, 'read', { filter: {} })).toMatchObject({ updated: 4 })
  })

  test('does not reach another project of the same organization', async () => {
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

  test('is refused after ten minutes, and unknown after a day', async () => {
    const { site, ids } = await siteWith(2)
    const { undo_token } = await mark(site, 'deleted', { lead_ids: ids })
    await app.clock.advance(UNDO_MINUTES * MINUTE_MS)
    expect((await undo(site, undo_token)).problem()).toMatchObject({ status: 409, code: 'undo_expired' })
    await app.clock.advance(24 * 60 * MINUTE_MS + 1)
    await mark(site, 'read', { lead_ids: [ids[0]!] })
    expect((await undo(site, undo_token)).problem()).toMatchObject({ status: 404, code: 'undo_not_found' })
    expect(Object.values(await flags(site)).toSorted()).toEqual(['-d', 'rd'])
  })

  test('of a deletion is refused to those who may not delete', async () => {
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

/** The expected flags and open undos, worked out apart from the database. */
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

test('in any sequence of changes and undos, each undo restores what its leads had before', async () => {
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

describe('an unknown filter', () => {
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

  test('a change, another over it and an undo leave no lead half changed and do not deadlock', async () => {
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

  test('one of ten undos of a change succeeds', async () => {
    const { site, ids } = await siteWith(10)
    const { undo_token } = await mark(site, 'deleted', { lead_ids: ids })
    const statuses = await Promise.all(Array.from({ length: 10 }, async () => (await undo(site, undo_token)).status))
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, ...Array.from({ length: 9 }, () => 404)])
  })
})
