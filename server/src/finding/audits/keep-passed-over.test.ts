// Also on the embedded database: two keep one post at once.
import { updateName } from '@leadlight/contract/accounts'
import { listHistory } from '@leadlight/contract/lead-work'
import { getLead, listLeads, markDeleted } from '@leadlight/contract/leads'
import { getCredits } from '@leadlight/contract/organization'
import { keepPassedOver, listPassedOver } from '@leadlight/contract/passed-over'
import { deleteIntentSignal } from '@leadlight/contract/signals'
import { collectEvents } from '@leadlight/testing/collect-events'
import { createColumn, filled, getColumn, readMoney, startColumnFixture } from '@leadlight/testing/column-fixture'
import { retentionOf } from '@leadlight/testing/kept-posts'
import { judgePosts, type JudgedWish } from '@leadlight/testing/judged-posts'
import { buildSignal, inOrganization, mintLeadSite, type LeadSite } from '@leadlight/testing/lead-builder'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import type { TestMember } from '@leadlight/testing/test-organization'
import { until } from '@leadlight/testing/until'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { insertSuppressed } from '../../core/suppression/suppressed-authors.ts'
import { eraseDeletedPosts } from '../../lifecycle/retention/erase-deleted-posts.ts'
import { findSaid } from '../learning/find-said.ts'

const UNKNOWN = '01900000-0000-7000-8000-000000000000'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

let made = 0
function wish(score: number, parts: Partial<JudgedWish> = {}): JudgedWish {
  made += 1
  return { externalId: `kept-${made}`, title: `Post ${made}`, text: `Words of ${made}.`, score, about: [1], ...parts }
}

/** A site whose signal has passed one post over. */
async function mintPassedOver(
  parts: Partial<JudgedWish> = {},
  on: TestApp = app,
): Promise<{ site: LeadSite; post: JudgedWish; postId: string }> {
  const site = await mintLeadSite(on)
  const post = wish(0.14, parts)
  const { posts } = await judgePosts(on, site, [post])
  return { site, post, postId: posts[0]?.postId ?? '' }
}

function callOf({ projectId, signalId }: LeadSite, postId: string, kept: boolean) {
  return { params: { projectId, postId }, body: { intent_signal: signalId, kept } }
}

async function keep(site: LeadSite, postId: string, by: TestMember = site.organization): Promise<string> {
  return (await by.call(keepPassedOver, callOf(site, postId, true))).lead_id ?? ''
}

async function takeBack(site: LeadSite, postId: string): Promise<string | null> {
  return (await site.organization.call(keepPassedOver, callOf(site, postId, false))).lead_id
}

async function refusal(site: LeadSite, postId: string, by: TestMember = site.organization) {
  const { status, code } = (await by.ask(keepPassedOver, callOf(site, postId, true))).problem()
  return { status, code }
}

const leadOf = ({ organization, projectId }: LeadSite, id: string) =>
  organization.call(getLead, { params: { projectId, id } })

const passedOver = async ({ organization, projectId }: LeadSite) =>
  (await organization.call(listPassedOver, { params: { projectId } })).items

async function shownLeads({ organization, projectId }: LeadSite): Promise<string[]> {
  return (await organization.call(listLeads, { params: { projectId } })).items.map(({ id }) => id)
}

async function history({ organization, projectId }: LeadSite, id: string): Promise<string[]> {
  return (await organization.call(listHistory, { params: { projectId, id } })).map(({ summary }) => summary)
}

const saidOf = async (site: LeadSite, postId: string) =>
  (await inOrganization(app, site, (tx) => findSaid(tx, site, [postId]))).get(postId)

describe('a passed-over post that somebody keeps', () => {
  test('is a lead of the signal that says who made it one, and the signal learns from it', async () => {
    const { site, postId } = await mintPassedOver({ title: 'Who does my books?' })
    const ada = await site.organization.member('MEMBER')
    await ada.call(updateName, { query: { first_name: 'Ada', last_name: '' } })
    const id = await keep(site, postId, ada)
    expect(await leadOf(site, id)).toMatchObject({
      title: 'Who does my books?',
      author: 'ada',
      score: 100,
      read: false,
      deleted: false,
      intent_signals: [{ id: site.signalId }],
      matches: [{ intent_signal_id: site.signalId, score: 100, reason: 'Added by Ada', evidence: [] }],
    })
    expect(await history(site, id)).toEqual(['Kept by hand for “people who need a bookkeeper”', 'Found'])
    expect(await shownLeads(site)).toEqual([id])
    expect(await passedOver(site)).toEqual([])
    expect(await saidOf(site, postId)).toBe(true)
  })

  test('costs nothing, and is announced as any new lead', async () => {
    const { site, postId } = await mintPassedOver()
    const { organization, projectId } = site
    const before = await organization.call(getCredits)
    const id = await keep(site, postId)
    expect(await organization.call(getCredits)).toEqual(before)
    const heard = await collectEvents(app, { projectId, token: organization.token, after: '0', enough: 2 })
    const events = heard.map(({ event }) => event)
    expect(events).toContainEqual(expect.objectContaining({ type: 'leads', lead_ids: [id], unread_count: 1 }))
    expect(events).toContainEqual(expect.objectContaining({ type: 'changed', what: 'leads' }))
  })

  test('is one lead, however often and by how many at once it is kept', async () => {
    const { site, postId } = await mintPassedOver()
    const ids = await Promise.all(Array.from({ length: 4 }, () => keep(site, postId)))
    ids.push(await keep(site, postId))
    expect(new Set(ids).size).toBe(1)
    expect(await shownLeads(site)).toEqual([ids[0]])
    expect(await history(site, ids[0] ?? '')).toHaveLength(2)
  })

  test('for two signals at once is one lead, which matches both', async () => {
    const { site, post, postId } = await mintPassedOver()
    const other = { ...site, signalId: await buildSignal(app, site, 'Another signal') }
    await judgePosts(app, other, [{ ...post, score: 0.1 }])
    const [id, same] = await Promise.all([keep(site, postId), keep(other, postId)])
    expect(same).toBe(id)
    const { intent_signals: signals, matches } = await leadOf(site, id)
    expect(new Set(signals.map((signal) => signal.id))).toEqual(new Set([site.signalId, other.signalId]))
    expect(matches.map(({ score }) => score)).toEqual([100, 100])
    expect(await takeBack(site, postId)).toBe(id)
    expect(await takeBack(other, postId)).toBeNull()
    expect(await shownLeads(site)).toEqual([])
  })

  test('is answered by smart columns once, and paid for once, though it is taken back and kept again', async () => {
    const fixture = await startColumnFixture({ environment: { COLUMN_VALUE_PRICE: '0.25', MONTHLY_CREDITS: '100' } })
    onTestFinished(() => fixture.close())
    const { site, postId } = await mintPassedOver({}, fixture.app)
    const { id } = await createColumn(site)
    const charged = async () => {
      await filled(fixture.app, site, id)
      return (await readMoney(fixture.app, site)).charged
    }
    for (const kept of [true, false, true, true]) {
      await site.organization.call(keepPassedOver, callOf(site, postId, kept))
      expect(await charged()).toBe(250)
    }
    expect((await getColumn(site, id)).progress).toMatchObject({ waiting: 0, done: 1 })
  })

  test('stays one whatever the signal says of it later', async () => {
    const { site, post, postId } = await mintPassedOver()
    const id = await keep(site, postId)
    await judgePosts(app, site, [{ ...post, score: 0.02 }])
    expect(await leadOf(site, id)).toMatchObject({
      score: 100,
      matches: [{ reason: expect.stringMatching(/^Added by/u) }],
    })
    expect(await passedOver(site)).toEqual([])
  })

  test('that another signal keeps is that lead, which matches both', async () => {
    const { site, post, postId } = await mintPassedOver()
    const other = { ...site, signalId: await buildSignal(app, site, 'Another signal') }
    const { posts } = await judgePosts(app, other, [{ ...post, score: 0.9 }])
    const id = await keep(site, postId)
    expect(id).toBe(posts[0]?.leadId)
    expect((await leadOf(site, id)).matches.map((match) => [match.intent_signal_id, match.score])).toEqual([
      [site.signalId, 100],
      [other.signalId, 90],
    ])
    expect(await passedOver(site)).toEqual([])
    expect(await takeBack(site, postId)).toBe(id)
    expect(await leadOf(site, id)).toMatchObject({
      deleted: false,
      score: 90,
      intent_signals: [{ id: other.signalId }],
    })
  })

  test('that repeats a lead’s words is that lead, whose own match stays', async () => {
    const { site, post, postId } = await mintPassedOver()
    const { posts } = await judgePosts(app, site, [{ ...post, externalId: `${post.externalId}-elsewhere`, score: 0.8 }])
    const id = await keep(site, postId)
    expect(id).toBe(posts[0]?.leadId)
    expect(await leadOf(site, id)).toMatchObject({ score: 80, matches: [{ score: 80, reason: 'Asks for help.' }] })
    expect(await shownLeads(site)).toEqual([id])
    expect(await passedOver(site)).toEqual([])
    expect(await keep(site, postId)).toBe(id)
  })

  test('that repeats the words of another signal’s lead names that lead, unless it was deleted', async () => {
    const { site, post, postId } = await mintPassedOver()
    const other = { ...site, signalId: await buildSignal(app, site, 'Another signal') }
    const copy = { ...post, externalId: `${post.externalId}-elsewhere`, score: 0.8 }
    const { posts } = await judgePosts(app, other, [copy])
    const id = await keep(site, postId)
    expect(id).toBe(posts[0]?.leadId)
    await takeBack(site, postId)
    expect(await passedOver(site)).toMatchObject([{ post_id: postId, lead_id: id }])
    const { organization, projectId } = site
    await organization.call(markDeleted, { params: { projectId }, body: { lead_ids: [id] } })
    expect(await passedOver(site)).toMatchObject([{ post_id: postId, lead_id: null }])
  })

  test('that comes back is answered by the smart columns that were made while it was deleted', async () => {
    const fixture = await startColumnFixture()
    onTestFinished(() => fixture.close())
    const { site, post, postId } = await mintPassedOver({}, fixture.app)
    const other = { ...site, signalId: await buildSignal(fixture.app, site, 'Another signal') }
    const { posts } = await judgePosts(fixture.app, other, [{ ...post, score: 0.9 }])
    const lead_ids = [posts[0]?.leadId ?? '']
    const { organization, projectId } = site
    await organization.call(markDeleted, { params: { projectId }, body: { lead_ids } })
    const { id } = await createColumn(site)
    expect((await filled(fixture.app, site, id)).progress).toMatchObject({ done: 0 })
    await keep(site, postId)
    await until(async () => {
      await fixture.app.clock.advance(1_000)
      return (await getColumn(site, id)).progress.done === 1
    })
  })

  test('comes back where the team had deleted it', async () => {
    const { site, post, postId } = await mintPassedOver()
    const other = { ...site, signalId: await buildSignal(app, site, 'Another signal') }
    const { posts } = await judgePosts(app, other, [{ ...post, score: 0.9 }])
    const id = posts[0]?.leadId ?? ''
    const { organization, projectId } = site
    await organization.call(markDeleted, { params: { projectId }, body: { lead_ids: [id] } })
    // Nobody calls a lead what was deleted.
    expect((await passedOver(site)).map(({ lead_id }) => lead_id)).toEqual([null])
    await app.clock.advance(60_000)
    expect(await keep(site, postId)).toBe(id)
    expect(await leadOf(site, id)).toMatchObject({ deleted: false })
    expect((await history(site, id)).slice(0, 2).toSorted()).toEqual([
      'Brought back',
      'Kept by hand for “people who need a bookkeeper”',
    ])
  })
})

describe('what is taken back', () => {
  test('is passed over again and teaches nothing, and the same lead comes back when it is kept again', async () => {
    const { site, postId } = await mintPassedOver()
    const before = await passedOver(site)
    const id = await keep(site, postId)
    expect(await takeBack(site, postId)).toBeNull()
    expect(await passedOver(site)).toEqual(before)
    expect(await shownLeads(site)).toEqual([])
    expect(await leadOf(site, id)).toMatchObject({ deleted: true, matches: [] })
    expect(await saidOf(site, postId)).toBeUndefined()
    expect(await takeBack(site, postId)).toBeNull()
    expect(await keep(site, postId)).toBe(id)
    expect(await shownLeads(site)).toEqual([id])
    expect(await leadOf(site, id)).toMatchObject({ score: 100 })
  })

  test('may be found by the signal as before', async () => {
    const { site, post, postId } = await mintPassedOver()
    const id = await keep(site, postId)
    await takeBack(site, postId)
    await judgePosts(app, site, [{ ...post, score: 0.7 }])
    expect(await leadOf(site, id)).toMatchObject({ matches: [{ score: 70, reason: 'Asks for help.' }] })
  })

  test('is not what the signal found itself', async () => {
    const { site, post, postId } = await mintPassedOver()
    const { posts } = await judgePosts(app, site, [{ ...post, score: 0.7 }])
    const id = posts[0]?.leadId ?? ''
    expect(await takeBack(site, postId)).toBe(id)
    expect(await leadOf(site, id)).toMatchObject({ deleted: false, matches: [{ score: 70 }] })
  })
})

describe('is "not found":', () => {
  const POST = { status: 404, code: 'passed_over_post_not_found' }
  const SIGNAL = { status: 404, code: 'signal_not_found' }

  test('a post that the signal never came upon', async () => {
    const { site } = await mintPassedOver()
    const { postId: foreign } = await mintPassedOver()
    for (const postId of [UNKNOWN, foreign]) {
      expect(await refusal(site, postId)).toEqual(POST)
      expect((await site.organization.ask(keepPassedOver, callOf(site, postId, false))).status).toBe(404)
    }
  })

  test('a signal that was deleted, or is another project’s', async () => {
    const { site, postId } = await mintPassedOver()
    const { site: other } = await mintPassedOver()
    expect(await refusal({ ...site, signalId: other.signalId }, postId)).toEqual(SIGNAL)
    const { organization, projectId, signalId: id } = site
    await organization.call(deleteIntentSignal, { params: { projectId, id } })
    expect(await refusal(site, postId)).toEqual(SIGNAL)
  })

  test('a post that was erased meanwhile', async () => {
    const { site, post, postId } = await mintPassedOver()
    await eraseDeletedPosts(retentionOf(app), 'hacker_news', [post.externalId])
    expect(await refusal(site, postId)).toEqual(POST)
  })

  test('a post whose author objected meanwhile', async () => {
    const { site, postId } = await mintPassedOver({ author: 'quietquill-kept' })
    const { suppression } = app.dependencies.matching
    await inOrganization(app, site, (tx) => {
      const account = { platform: 'hacker_news', externalId: 'quietquill-kept' }
      const author = suppression.inOrganization(site.organizationId, account)
      return insertSuppressed(tx, site.organizationId, [{ author, at: app.clock.now() }])
    })
    expect(await refusal(site, postId)).toEqual(POST)
    expect(await shownLeads(site)).toEqual([])
  })
})

test('a guest, who does not teach signals, keeps nothing, and strangers find nothing', async () => {
  const { site, postId } = await mintPassedOver()
  const { organization, projectId } = site
  const guest = await organization.member('GUEST', { projectIds: [projectId] })
  expect((await refusal(site, postId, guest)).status).toBe(403)
  expect(await refusal(site, postId, await organization.foreign())).toEqual({ status: 404, code: 'project_not_found' })
  const { rows } = await inOrganization(app, site, (tx) =>
    sql`select from lead where project_id = ${projectId}`.execute(tx),
  )
  expect(rows).toEqual([])
})
