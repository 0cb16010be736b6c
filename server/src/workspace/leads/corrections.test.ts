import { updateName } from '@leadlight/contract/accounts'
import * as contract from '@leadlight/contract/lead-work'
import { getLead, listLeads } from '@leadlight/contract/leads'
import { deleteIntentSignal, listIntentSignals } from '@leadlight/contract/signals'
import { postText } from '@leadlight/domain/posts'
import { removeMember } from '@leadlight/contract/team'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  buildFound,
  buildSignal,
  inOrganization,
  mintLeadSite,
  recordFound,
  type LeadSite,
} from '@leadlight/testing/lead-builder'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import type { TestMember } from '@leadlight/testing/test-organization'
import type { FoundLead } from './keep-leads.ts'
import { withdrawMatches } from './withdraw-matches.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** A lead that two signals match, one better than the other, and a third that does not. */
interface Corrected extends LeadSite {
  id: string
  found: FoundLead
  signals: [string, string, string]
}

async function mintMatched(): Promise<Corrected> {
  const site = await mintLeadSite(app)
  const body = `We need a bookkeeper. ${'And so on. '.repeat(60)}We also hire a plumber.`
  const [found] = (await buildFound(app, site, [{ title: null, body, score: 60 }])) as [FoundLead]
  const evidenceOf = (words: string) => {
    const start = postText(null, body).indexOf(words)
    return [{ start, end: start + words.length, kind: 'for' as const, label: 'said' }]
  }
  const second = await buildSignal(app, site, 'people who hire')
  const third = await buildSignal(app, site, 'people who sell')
  const { recorded } = await recordFound(app, site, [{ ...found, evidence: evidenceOf('need a bookkeeper') }])
  await app.clock.advance(60_000)
  const better = { ...found, score: 85, reason: 'Hires.', evidence: evidenceOf('hire a plumber') }
  await recordFound(app, { ...site, signalId: second }, [better])
  return { ...site, id: recorded[0]!, found, signals: [site.signalId, second, third] }
}

function correct({ organization, projectId, id }: Corrected, ids: readonly string[], by: TestMember = organization) {
  return by.call(contract.correctLead, { params: { projectId, id }, body: { intent_signals: [...ids] } })
}

function get({ organization, projectId, id }: Corrected) {
  return organization.call(getLead, { params: { projectId, id } })
}

/** The lead's row, its matches and corrections, as the database has them; the order of its signals means nothing there. */
function everything(site: Corrected) {
  return inOrganization(app, site, async (tx) => {
    const lead = await sql`
      select to_jsonb(lead.*) || jsonb_build_object('signal_ids', array(select unnest(signal_ids) order by 1)) as row
      from lead where id = ${site.id}`.execute(tx)
    const matches = await sql`
      select to_jsonb(lead_match.*) as row from lead_match where lead_id = ${site.id} order by intent_signal_id`.execute(
      tx,
    )
    const corrections = await sql<{ signal: string; is_match: boolean }>`
      select intent_signal_id as signal, is_match from lead_correction where lead_id = ${site.id} order by 1`.execute(
      tx,
    )
    return { lead: lead.rows, matches: matches.rows, corrections: corrections.rows }
  })
}

async function countsOf({ organization, projectId, signals }: Corrected) {
  const listed = await organization.call(listIntentSignals, { params: { projectId } })
  return signals.map((id) => listed.find((signal) => signal.id === id)?.lead_count)
}

describe('a removed signal', () => {
  test('loses its match, and score, passage and counts follow what is left', async () => {
    const site = await mintMatched()
    const [first, second] = site.signals
    const lead = await correct(site, [first])
    expect(lead.intent_signals.map(({ id }) => id)).toEqual([first])
    expect(lead).toMatchObject({ score: 60, level: 'likely', deleted: false })
    expect(lead.matches).toMatchObject([{ intent_signal_id: first, score: 60 }])
    expect(lead.excerpt.text).toContain('need a bookkeeper')
    expect(lead).toEqual(await get(site))
    expect(await countsOf(site)).toEqual([1, 0, 0])
    const query = { intent_signals: second }
    const { total } = await site.organization.call(listLeads, { params: { projectId: site.projectId }, query })
    expect(total).toBe(0)
  })

  test('comes back exactly as it was, whichever others went', async () => {
    const site = await mintMatched()
    const [first, second, third] = site.signals
    for (const left of [[first], [second], [], [third], [third, second]]) {
      const before = await everything(site)
      expect(before.corrections.filter(({ is_match }) => is_match)).toEqual([])
      await app.clock.advance(60_000)
      await correct(site, left)
      await app.clock.advance(60_000)
      await correct(site, [second, first])
      const after = await everything(site)
      expect({ ...after, corrections: [] }).toEqual({ ...before, corrections: [] })
    }
  })

  test('leaves a lead without any where it was the last, and the lead stays', async () => {
    const site = await mintMatched()
    const lead = await correct(site, [])
    expect(lead).toMatchObject({ score: 0, matches: [], intent_signals: [], deleted: false })
    expect(lead.excerpt.evidence).toEqual([])
    const list = await site.organization.call(listLeads, { params: { projectId: site.projectId } })
    expect(list.items.map(({ id }) => id)).toEqual([site.id])
    expect(await countsOf(site)).toEqual([0, 0, 0])
  })

  test('is not found again by its searches, whatever they say', async () => {
    const site = await mintMatched()
    const [first, second] = site.signals
    await correct(site, [first])
    const before = await everything(site)
    const again = { ...site.found, score: 99, reason: 'Sure.' }
    expect(await recordFound(app, { ...site, signalId: second }, [again])).toEqual({ recorded: [], matched: 0 })
    expect(await everything(site)).toEqual(before)
    await recordFound(app, site, [{ ...site.found, score: 70 }])
    expect(await get(site)).toMatchObject({ score: 70 })
    await correct(site, [first, second])
    expect(await get(site)).toMatchObject({ score: 85 })
  })
})

describe('an added signal', () => {
  test('is a sure match that says who added it, and shows the passage that was found', async () => {
    const site = await mintMatched()
    const [first, second, third] = site.signals
    const ada = await site.organization.member('MEMBER')
    await ada.call(updateName, { query: { first_name: 'Ada', last_name: '' } })
    const lead = await correct(site, [first, second, third], ada)
    expect(lead.matches[0]).toMatchObject({ intent_signal_id: third, score: 100, reason: 'Added by Ada', evidence: [] })
    expect(lead).toMatchObject({ score: 100, level: 'strong' })
    expect(lead.excerpt.text).toContain('hire a plumber')
    expect(lead.intent_signals.map(({ id }) => id)).toEqual([third, second, first])
    expect(await countsOf(site)).toEqual([1, 1, 1])
    await site.organization.call(removeMember, { params: { userId: ada.userId } })
    expect((await get(site)).matches[0]?.reason).toBe('Added by somebody of the team')
  })

  test('stays, whatever its searches say', async () => {
    const site = await mintMatched()
    const [first, , third] = site.signals
    await correct(site, [first, third])
    const before = await everything(site)
    const ids = { ...site, signalId: third }
    expect(await recordFound(app, ids, [{ ...site.found, score: 30 }])).toEqual({ recorded: [], matched: 0 })
    const { id, title, text } = site.found.post
    await inOrganization(app, site, (tx) => withdrawMatches(tx, ids, [{ id, title, text }]))
    expect(await everything(site)).toEqual(before)
    await inOrganization(app, site, (tx) => withdrawMatches(tx, site, [{ id, title, text }]))
    expect((await get(site)).intent_signals.map((signal) => signal.id)).toEqual([third])
  })

  test('that is removed again is refused from then on', async () => {
    const site = await mintMatched()
    const [first, second, third] = site.signals
    const before = await everything(site)
    await correct(site, [first, second, third])
    await correct(site, [first, second])
    expect({ ...(await everything(site)), corrections: [] }).toEqual(before)
    const ids = { ...site, signalId: third }
    expect(await recordFound(app, ids, [site.found])).toEqual({ recorded: [], matched: 0 })
  })
})

describe('a correction', () => {
  test('that changes nothing leaves no trace', async () => {
    const site = await mintMatched()
    const [first, second] = site.signals
    const before = await everything(site)
    await correct(site, [second, first, second])
    expect(await everything(site)).toEqual(before)
    const history = await site.organization.call(contract.listHistory, {
      params: { projectId: site.projectId, id: site.id },
    })
    expect(history.map(({ kind }) => kind)).toEqual(['found'])
  })

  test('is described in the history', async () => {
    const site = await mintMatched()
    await correct(site, [site.signals[0], site.signals[2]])
    const [entry] = await site.organization.call(contract.listHistory, {
      params: { projectId: site.projectId, id: site.id },
    })
    expect(entry).toMatchObject({
      kind: 'signals',
      summary: 'Signals: added “people who sell”; took away “people who hire”',
      by: { user_id: site.organization.userId },
    })
  })

  test('can keep a deleted signal, but not add one back', async () => {
    const site = await mintMatched()
    const [first, second] = site.signals
    await site.organization.call(deleteIntentSignal, { params: { projectId: site.projectId, id: second } })
    expect((await correct(site, [second])).intent_signals.map(({ id }) => id)).toEqual([second])
    await correct(site, [first])
    const path = `/api/v1/intent_signals/${site.projectId}/lead/${site.id}`
    const reply = await site.organization.request('PUT', path, { body: { intent_signals: [first, second] } })
    expect(reply.problem()).toMatchObject({ status: 404, code: 'signal_not_found' })
  })

  test('is refused to guests, and for another project or organization', async () => {
    const site = await mintMatched()
    const other = await mintMatched()
    const before = await everything(site)
    const guest = await site.organization.member('GUEST', { projectIds: [site.projectId] })
    const path = `/api/v1/intent_signals/${site.projectId}/lead/${site.id}`
    expect((await guest.request('PUT', path, { body: { intent_signals: [] } })).status).toBe(403)
    const foreign = await site.organization.request('PUT', path, { body: { intent_signals: [other.signals[0]] } })
    const missing = await site.organization.request('PUT', path, { body: { intent_signals: [crypto.randomUUID()] } })
    expect({ ...foreign.problem(), request_id: '' }).toEqual({ ...missing.problem(), request_id: '' })
    expect(missing.problem()).toMatchObject({ status: 404, code: 'signal_not_found' })
    const { organization: stranger, projectId } = other
    const body = { intent_signals: [] }
    expect((await stranger.request('PUT', path, { body })).problem()).toMatchObject({ code: 'project_not_found' })
    const through = `/api/v1/intent_signals/${projectId}/lead/${site.id}`
    expect((await stranger.request('PUT', through, { body })).problem()).toMatchObject({ code: 'lead_not_found' })
    expect(await everything(site)).toEqual(before)
  })

  test('of any kind keeps lead, matches and counts consistent, and the first set restores everything', async () => {
    const site = await mintMatched()
    const [first, second] = site.signals
    const before = await everything(site)
    await fc.assert(
      fc.asyncProperty(fc.array(fc.subarray(site.signals), { maxLength: 5 }), async (sets) => {
        for (const set of sets) {
          const lead = await correct(site, set)
          expect(lead.intent_signals.map(({ id }) => id).toSorted()).toEqual(set.toSorted())
          expect(lead.matches.map((match) => match.intent_signal_id).toSorted()).toEqual(set.toSorted())
          expect(lead.score).toBe(Math.max(0, ...lead.matches.map(({ score }) => score ?? 0)))
          expect(await countsOf(site)).toEqual(site.signals.map((id) => Number(set.includes(id))))
        }
        const after = await correct(site, [first, second])
        expect(after.intent_signals).toHaveLength(2)
        expect((await everything(site)).matches).toEqual(before.matches)
      }),
      { numRuns: 15 },
    )
  })

  test('made many times at once keeps everything consistent', async () => {
    const site = await mintMatched()
    const [first, second, third] = site.signals
    const sets = [[first], [second, third], [], [third], [first, second, third]]
    await Promise.all(sets.map((set) => correct(site, set)))
    const lead = await get(site)
    const ids = lead.intent_signals.map(({ id }) => id)
    expect(sets.map((set) => set.toSorted())).toContainEqual(ids.toSorted())
    expect(await countsOf(site)).toEqual(site.signals.map((id) => Number(ids.includes(id))))
    await correct(site, [first, second])
    expect((await get(site)).matches.map(({ score }) => score)).toEqual([85, 60])
  })
})

test("an author's other leads come newest first, at most five, of the same platform and project", async () => {
  const site = await mintLeadSite(app)
  const { id: projectId } = await site.organization.project({ name: 'Second' })
  const second = { ...site, projectId, signalId: await buildSignal(app, { ...site, projectId }, 'people') }
  const day = (n: number) => `2026-10-0${n}T00:00:00Z`
  const wishes = Array.from({ length: 7 }, (_, n) => ({ title: `No. ${n}`, postedAt: day(n + 1) }))
  const found = await buildFound(app, site, [...wishes, { platform: 'feed', postedAt: day(9) }])
  const others = await buildFound(app, site, [{ postedAt: day(9) }])
  const { recorded } = await recordFound(app, site, found)
  await recordFound(
    app,
    site,
    others.map((one) => ({ ...one, post: { ...one.post, author: { name: 'bob' } } })),
  )
  await recordFound(app, second, found)
  const list = await site.organization.call(listLeads, { params: { projectId: site.projectId } })
  const idOf = (title: string) => list.items.find((lead) => lead.title === title)!.id
  await inOrganization(app, site, (tx) => sql`update lead set deleted = true where id = ${idOf('No. 5')}`.execute(tx))
  const params = { projectId: site.projectId, id: idOf('No. 6') }
  const { author_leads: told } = await site.organization.call(getLead, { params })
  expect(told.map(({ title }) => title)).toEqual(['No. 4', 'No. 3', 'No. 2', 'No. 1', 'No. 0'])
  expect(told.every(({ id }) => recorded.includes(id))).toBe(true)
  expect(told[0]).toEqual({
    id: idOf('No. 4'),
    title: 'No. 4',
    excerpt: list.items.find((lead) => lead.title === 'No. 4')!.excerpt.text,
    posted_at: '2026-10-05T00:00:00.000Z',
  })
})
