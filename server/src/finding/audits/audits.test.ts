import { answerAudit, getAudit } from '@leadlight/contract/audits'
import { giveFeedback } from '@leadlight/contract/lead-work'
import { listIntentSignals } from '@leadlight/contract/signals'
import { DRAWN_A_WEEK, weekOf } from '@leadlight/domain/audits'
import { measuredRecall } from '@leadlight/domain/recall'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openUnfenced } from '@leadlight/testing/open-unfenced'
import { judgePosts, type JudgedPost, type JudgedWish } from '@leadlight/testing/judged-posts'
import { retentionOf } from '@leadlight/testing/kept-posts'
import { inOrganization, mintLeadSite, type LeadSite } from '@leadlight/testing/lead-builder'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { insertSuppressed } from '../../core/suppression/suppressed-authors.ts'
import { eraseDeletedPosts } from '../../lifecycle/retention/erase-deleted-posts.ts'
import { drawAudits } from './draw-audits.ts'

const DAY_MS = 86_400_000
const alive = () => new AbortController().signal

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ environment: { SESSION_DAYS: '30' } })
})
afterAll(() => app.close())

let made = 0
function wish(score: number): JudgedWish {
  made += 1
  return {
    externalId: `audit-${made}`,
    title: `Post ${made}`,
    text: `${'klmnopqrst'.repeat(made % 50)} ${made}`,
    score,
    about: [1, made % 7],
  }
}

/** A signal with leads, and posts ranked near, in the middle and far. */
async function mintAudited(counts = { kept: 6, near: 6, middle: 5, far: 12 }) {
  const site = await mintLeadSite(app)
  const scores = { kept: 0.7, near: 0.2, middle: 0.05, far: 0.01 }
  const all: Record<string, JudgedPost[]> = {}
  for (const kind of ['kept', 'near', 'middle', 'far'] as const) {
    const wishes = Array.from({ length: counts[kind] }, () => wish(scores[kind]))
    all[kind] = (await judgePosts(app, site, wishes)).posts
  }
  await app.clock.advance(1000)
  return { site, all: all as Record<keyof typeof counts, JudgedPost[]> }
}

function deckOf({ organization, projectId, signalId }: LeadSite) {
  return organization.call(getAudit, { params: { projectId, id: signalId } })
}

function answer({ organization, projectId, signalId }: LeadSite, post_id: string, said: 'yes' | 'no' | 'skip' | null) {
  return organization.call(answerAudit, { params: { projectId, id: signalId }, body: { post_id, answer: said } })
}

async function auditOf({ organization, projectId }: LeadSite) {
  const [signal] = await organization.call(listIntentSignals, { params: { projectId } })
  return signal!.audit
}

test('an audit draws some passed-over posts of each kind once a week, and none twice', async () => {
  const { site, all } = await mintAudited()
  expect(await deckOf(site)).toMatchObject({ week: null, posts: [] })
  await drawAudits(app.dependencies.matching, alive())
  await drawAudits(app.dependencies.matching, alive())
  const first = await deckOf(site)
  expect(first.week).toBe('2026-11-02')
  const ids = first.posts.map(({ post_id }) => post_id)
  const drawn = Object.entries(all).map(([kind, posts]) => [
    kind,
    posts.filter(({ postId }) => ids.includes(postId)).length,
  ])
  expect(Object.fromEntries(drawn)).toEqual({ kept: 0, ...DRAWN_A_WEEK })
  expect(first.posts.every(({ answer: said }) => said === null)).toBe(true)
  expect(await auditOf(site)).toEqual({ waiting: 15, audited: 0, recall: null })

  // In a week without judged posts there is nothing to draw.
  await app.clock.advance(7 * DAY_MS)
  await drawAudits(app.dependencies.matching, alive())
  expect((await deckOf(site)).week).toBe('2026-11-02')
  expect(await auditOf(site)).toMatchObject({ waiting: 0 })
  const more = await judgePosts(
    app,
    site,
    Array.from({ length: 5 }, () => wish(0.01)),
  )
  await app.clock.advance(1000)
  await drawAudits(app.dependencies.matching, alive())
  const second = await deckOf(site)
  expect(second.week).toBe('2026-11-09')
  expect(second.posts.map(({ post_id }) => post_id).toSorted()).toEqual(
    more.posts.map(({ postId }) => postId).toSorted(),
  )
})

test('answers give the measured recall, weighted by kind, and taking one back restores it', async () => {
  const { site, all } = await mintAudited()
  const { organization, projectId } = site
  await drawAudits(app.dependencies.matching, alive())
  for (const { leadId } of all.kept.slice(0, 5)) {
    await organization.call(giveFeedback, { params: { projectId, id: leadId! }, body: { feedback: 'positive' } })
  }
  const { posts } = await deckOf(site)
  const near = new Set(all.near.map(({ postId }) => postId))
  const [missed] = posts.filter(({ post_id }) => near.has(post_id))
  const [skipped, ...others] = posts.filter(({ post_id }) => !near.has(post_id))
  for (const { post_id } of posts.filter((post) => near.has(post.post_id) && post !== missed))
    await answer(site, post_id, 'no')
  for (const { post_id } of others) await answer(site, post_id, 'no')
  await answer(site, skipped!.post_id, 'skip')
  const before = await auditOf(site)
  expect(before).toMatchObject({ waiting: 1, audited: 13, recall: { audited: 13, missed: 0, share: 1, high: 1 } })
  expect(await answer(site, missed!.post_id, 'yes')).toEqual({ ...missed, answer: 'yes' })
  const skippedIsFar = all.far.some(({ postId }) => postId === skipped!.post_id)
  const strata = [
    { posts: 6, yes: 1, no: 3 },
    { posts: 5, yes: 0, no: skippedIsFar ? 3 : 2 },
    { posts: 12, yes: 0, no: skippedIsFar ? 7 : 8 },
  ]
  const after = await auditOf(site)
  expect(after).toMatchObject({ waiting: 0, audited: 14 })
  // The order of the kinds decides which random number each kind gets, and so the last digit.
  const expected = measuredRecall({ found: 6, positive: 5, negative: 0, strata })!
  expect(after.recall).toMatchObject({ audited: 14, missed: 1, share: expected.share })
  expect(after.recall!.low).toBeCloseTo(expected.low, 1)
  const ask = await openUnfenced(app.database)
  const labels = () =>
    ask('select post_id, fits from signal_label where intent_signal_id = $1 and source = $2', [site.signalId, 'audit'])
  expect(await labels()).toHaveLength(14)
  expect(await labels()).toContainEqual({ post_id: missed!.post_id, fits: true })
  await answer(site, missed!.post_id, null)
  expect(await auditOf(site)).toEqual(before)
  expect(await labels()).toHaveLength(13)
})

test('a post deleted at its source is not shown, but an answer to it still counts', async () => {
  const { site, all } = await mintAudited({ kept: 1, near: 4, middle: 3, far: 3 })
  const { organization, projectId } = site
  await organization.call(giveFeedback, {
    params: { projectId, id: all.kept[0]!.leadId! },
    body: { feedback: 'positive' },
  })
  await drawAudits(app.dependencies.matching, alive())
  const { posts } = await deckOf(site)
  for (const { post_id } of posts) await answer(site, post_id, 'no')
  const before = await auditOf(site)
  expect(before.audited).toBe(10)
  const ask = await openUnfenced(app.database)
  const [gone] = await ask<{ external_id: string }>('select external_id from post where id = $1', [posts[0]!.post_id])
  await eraseDeletedPosts(retentionOf(app), 'hacker_news', [gone!.external_id])
  expect((await deckOf(site)).posts).toEqual(posts.slice(1).map((post) => ({ ...post, answer: 'no' })))
  expect(await auditOf(site)).toEqual(before)
})

test('a guest answers audits of granted projects; others get 404', async () => {
  const { site } = await mintAudited()
  await drawAudits(app.dependencies.matching, alive())
  const { posts } = await deckOf(site)
  const path = `/api/v1/intent_signals/${site.projectId}/${site.signalId}`
  const body = { post_id: posts[0]!.post_id, answer: 'yes' }
  const granted = await site.organization.member('GUEST', { projectIds: [site.projectId] })
  expect((await granted.request('POST', `${path}/answer_audit`, { body })).status).toBe(200)
  for (const stranger of [await site.organization.member('GUEST'), await site.organization.foreign()]) {
    const problem = { status: 404, code: 'project_not_found' }
    expect((await stranger.request('GET', `${path}/audit`)).problem()).toMatchObject(problem)
    expect((await stranger.request('POST', `${path}/answer_audit`, { body })).problem()).toMatchObject(problem)
  }
  const other = await mintAudited()
  const elsewhere = `/api/v1/intent_signals/${other.site.projectId}`
  const foreign = await other.site.organization.request('POST', `${elsewhere}/${site.signalId}/answer_audit`, { body })
  expect(foreign.problem()).toMatchObject({ status: 404, code: 'signal_not_found' })
  const notTheirs = await other.site.organization.request('POST', `${elsewhere}/${other.site.signalId}/answer_audit`, {
    body,
  })
  expect(notTheirs.problem()).toMatchObject({ status: 404, code: 'audit_post_not_found' })
})

test('neither drawn nor shown are posts of somebody who objected, and others are drawn for them', async () => {
  const { site } = await mintAudited({ kept: 1, near: 0, middle: 0, far: 12 })
  const ask = await openUnfenced(app.database)
  const everybody = `select post_id from judgement where organization_id = $1 and not kept`
  const name = (handle: string, limit: number) =>
    ask(
      `update post set author_name = $2, author_external_id = $2
      where id in (${everybody} order by md5(post_id::text || '${weekOf(app.clock.now())}') limit ${limit})`,
      [site.organizationId, handle],
    )
  const { suppression } = app.dependencies.matching
  const suppress = (externalId: string) =>
    inOrganization(app, site, (tx) => {
      const author = suppression.inOrganization(site.organizationId, { platform: 'hacker_news', externalId })
      return insertSuppressed(tx, site.organizationId, [{ author, at: app.clock.now() }])
    })
  await ask(`update post set platform = 'hacker_news' where id in (${everybody})`, [site.organizationId])
  await name('drawnquill', 6)
  await suppress('drawnquill')
  await drawAudits(app.dependencies.matching, alive())
  const { posts } = await deckOf(site)
  expect(posts).toHaveLength(6)
  expect(posts.map(({ author }) => author)).not.toContain('drawnquill')

  const [first] = posts
  await ask(`update post set author_name = 'laterquill', author_external_id = 'laterquill' where id = $1`, [
    first?.post_id,
  ])
  await suppress('laterquill')
  expect((await deckOf(site)).posts).toHaveLength(5)
  const { organization, projectId, signalId } = site
  const reply = await organization.ask(answerAudit, {
    params: { projectId, id: signalId },
    body: { post_id: first?.post_id ?? '', answer: 'yes' },
  })
  expect(reply.status).toBe(404)
})
