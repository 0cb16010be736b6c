import { explainPassedOver, listPassedOver } from '@leadlight/contract/passed-over'
import { getLead } from '@leadlight/contract/leads'
import { updateIntentSignal } from '@leadlight/contract/signals'
import { POSSIBLE_FROM } from '@leadlight/domain/scoring'
import { planBrief } from '@leadlight/engine/plan/brief'
import { openUnfenced } from '@leadlight/testing/open-unfenced'
import { judgePosts, type JudgedWish } from '@leadlight/testing/judged-posts'
import { buildSignal, inOrganization, mintLeadSite, type LeadSite } from '@leadlight/testing/lead-builder'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertSuppressed } from '../../core/suppression/suppressed-authors.ts'
import { findSignal } from '../../core/signals/signals.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

let made = 0
function wish(score: number, parts: Partial<JudgedWish> = {}): JudgedWish {
  made += 1
  const externalId = `passed-${made}`
  return { externalId, title: `Post ${made}`, text: `Words of ${made}.`, score, about: [1], ...parts }
}

interface Asked {
  search_text?: string
  intent_signal?: string
}

function passedOver({ organization, projectId }: LeadSite, query: Asked = {}) {
  return organization.call(listPassedOver, { params: { projectId }, query })
}

function explain({ organization, projectId, signalId }: LeadSite, postId: string) {
  return organization.call(explainPassedOver, { params: { projectId, id: signalId, postId } })
}

/** The problem with which a post is not explained. */
async function refusal({ organization, projectId, signalId }: LeadSite, postId: string) {
  const reply = await organization.ask(explainPassedOver, { params: { projectId, id: signalId, postId } })
  return reply.problem()
}

test('what was not kept is listed with its score, the nearest first, and what was kept is not', async () => {
  const site = await mintLeadSite(app)
  const { posts } = await judgePosts(app, site, [wish(0.05), wish(0.6), wish(0.2)])
  const list = await passedOver(site)
  expect(list).toMatchObject({ kept_from: POSSIBLE_FROM, is_more: false })
  expect(list.items.map(({ post_id, score, intent_signal_id }) => [post_id, score, intent_signal_id])).toEqual([
    [posts[2]?.postId, 20, site.signalId],
    [posts[0]?.postId, 5, site.signalId],
  ])
})

test('a post is found by all of its words, or by its address however that is written', async () => {
  const site = await mintLeadSite(app)
  const { posts } = await judgePosts(app, site, [
    wish(0.1, {
      title: 'Leaving Nagios',
      text: 'We need 100% uptime_checks.',
      url: 'https://www.example.com/t/1?id=77',
    }),
    wish(0.2, { title: 'Leaving home', text: 'We need uptime.', url: 'https://example.com/t/2' }),
  ])
  const found = async (search_text: string) =>
    (await passedOver(site, { search_text })).items.map(({ post_id }) => post_id)
  const [nagios, home] = posts.map(({ postId }) => postId)
  expect(await found('leaving UPTIME')).toEqual([home, nagios])
  expect(await found('nagios uptime')).toEqual([nagios])
  expect(await found('100% uptime_')).toEqual([nagios])
  expect(await found('%')).toEqual([nagios])
  expect(await found('http://example.com/t/1?id=77#reply')).toEqual([nagios])
  expect(await found('https://example.com/t/2/')).toEqual([home])
  expect(await found('https://example.com/t/3')).toEqual([])
  // Other posts', though they end or begin alike.
  expect(await found('https://ample.com/t/2')).toEqual([])
  expect(await found('https://example.com/t/1?id=7')).toEqual([])
})

test('why says what a lead says: the score it was passed over with, the evidence and every condition', async () => {
  const site = await mintLeadSite(app)
  const text = 'I run a small bakery and my spreadsheet is full. Who can recommend a bookkeeper?'
  const { posts } = await judgePosts(app, site, [wish(0.219_9, { title: 'Looking for a bookkeeper', text })])
  const body = await explain(site, posts[0]?.postId ?? '')
  const signal = await inOrganization(app, site, (tx) => findSignal(tx, site))
  const [judgement] = await app.dependencies.matching.judge.judge(planBrief(signal!), [
    { title: 'Looking for a bookkeeper', text, platform: 'hacker_news', kind: 'post', community: null },
  ])
  expect(body.match).toMatchObject({ score: POSSIBLE_FROM - 1, level: 'unsure', reason: judgement?.reason })
  expect(body.match.evidence).toEqual(judgement?.evidence)
  expect(body.match.evidence.length).toBeGreaterThan(0)
  expect(body.match.conditions).toEqual(judgement?.conditions)
  expect(body.match.conditions.length).toBeGreaterThan(0)
  expect(body.why).toBe(`It scored 21, and posts are kept from ${POSSIBLE_FROM}.`)
  expect(body.text.slice(body.body_start)).toBe(text)
})

test('an answer about a passed-over post is kept with its signal, and why says so', async () => {
  const site = await mintLeadSite(app)
  const { posts } = await judgePosts(app, site, [wish(0.2)])
  const { organization, projectId, signalId: id } = site
  const postId = posts[0]?.postId ?? ''
  const signal = await inOrganization(app, site, (tx) => findSignal(tx, site))
  const answers = [{ post_id: postId, fits: false }]
  const body = { intent_signal: signal?.intentSignal ?? '', do_reanalyze: false, answers }
  expect(await organization.call(updateIntentSignal, { params: { projectId, id }, body })).toMatchObject({ answers })
  expect((await explain(site, postId)).why).toBe(
    `It scored 20, and posts are kept from ${POSSIBLE_FROM}. Your team said that it does not fit.`,
  )
})

test('a score under earlier words is none any more, and the post is judged by the present ones', async () => {
  const site = await mintLeadSite(app)
  const { posts } = await judgePosts(app, site, [wish(0.21)])
  const { organization, projectId, signalId: id } = site
  const body = { intent_signal: 'People asking for gardening advice', do_reanalyze: false }
  await organization.call(updateIntentSignal, { params: { projectId, id }, body })
  expect((await passedOver(site)).items).toMatchObject([{ post_id: posts[0]?.postId, score: null }])
  const reply = await explain(site, posts[0]?.postId ?? '')
  expect(reply.why).toMatch(
    /^The signal judged it by earlier words\. Now it scores \d+, and posts are kept from 22\.$/u,
  )
  expect(reply.match.score).toBeLessThan(POSSIBLE_FROM)
})

test('what a search did not judge is found too, and says why', async () => {
  const site = await mintLeadSite(app)
  const { posts } = await judgePosts(app, site, [wish(0.1), wish(0.1), wish(0.1)])
  const ask = await openUnfenced(app.database)
  const ids = posts.map(({ postId }) => postId)
  await ask('delete from judgement where intent_signal_id = $1', [site.signalId])
  const searchId = app.dependencies.newId()
  await ask(
    `insert into search (id, organization_id, project_id, intent_signal_id, revision, intent_signal, not_interested,
       state, search_days, until_at, price, created_at, finished_at)
     select $1, organization_id, project_id, id, revision, intent_signal, not_interested, 'done', 30, now(), 0, now(), now()
     from intent_signal where id = $2`,
    [searchId, site.signalId],
  )
  for (const [at, state] of ['dropped', 'unpaid', 'repeat'].entries()) {
    await ask(
      'insert into search_candidate (organization_id, search_id, position, post_id, state) values ($1, $2, $3, $4, $5)',
      [site.organizationId, searchId, at + 1, ids[at], state],
    )
  }
  const { items } = await passedOver(site)
  expect(new Set(items.map(({ post_id }) => post_id))).toEqual(new Set(ids.slice(0, 2)))
  expect((await explain(site, ids[0] ?? '')).why).toMatch(/^No search judged it: /u)
  expect((await explain(site, ids[1] ?? '')).why).toMatch(/^The budget of the search ended before it was judged\. /u)
  expect(await refusal(site, ids[2] ?? '')).toMatchObject({ code: 'passed_over_post_not_found' })
})

test('a post that is a lead through another signal comes last, and names that lead', async () => {
  const site = await mintLeadSite(app)
  const [missed, post] = [wish(0.1), wish(0.2)]
  const { posts } = await judgePosts(app, site, [missed, post])
  const other = { ...site, signalId: await buildSignal(app, site, 'Another signal') }
  const kept = await judgePosts(app, other, [{ ...post, score: 0.9 }])
  const [first, item] = (await passedOver(site)).items
  const { organization, projectId } = site
  expect(first).toMatchObject({ post_id: posts[0]?.postId, lead_id: null })
  expect(item).toMatchObject({ intent_signal_id: site.signalId, lead_id: kept.posts[0]?.leadId })
  expect((await organization.call(getLead, { params: { projectId, id: item?.lead_id ?? '' } })).url).toBe(item?.url)
  expect((await passedOver(site, { intent_signal: other.signalId })).items).toEqual([])
})

test('a post that several signals passed over stands once, under the nearest, with the others below', async () => {
  const site = await mintLeadSite(app)
  const [twice, once] = [wish(0.05), wish(0.1)]
  const { posts } = await judgePosts(app, site, [twice, once])
  const nearer = { ...site, signalId: await buildSignal(app, site, 'A nearer signal') }
  await judgePosts(app, nearer, [{ ...twice, score: 0.2 }])
  const far = { ...site, signalId: await buildSignal(app, site, 'A far signal') }
  await judgePosts(app, far, [{ ...twice, score: 0.01 }])
  const [first, second, ...none] = (await passedOver(site)).items
  expect(none).toEqual([])
  expect(first).toMatchObject({ post_id: posts[0]?.postId, intent_signal: 'A nearer signal', score: 20 })
  expect(first?.others).toEqual([
    { intent_signal_id: site.signalId, intent_signal: 'people who need a bookkeeper', score: 5 },
    { intent_signal_id: far.signalId, intent_signal: 'A far signal', score: 1 },
  ])
  expect(second).toMatchObject({ post_id: posts[1]?.postId, others: [] })
  expect((await passedOver(site, { intent_signal: site.signalId })).items).toMatchObject([
    { post_id: posts[1]?.postId, others: [] },
    { post_id: posts[0]?.postId, score: 5, others: [] },
  ])
})

test('at most fifty posts are listed, however many signals passed each over, and whether there are more', async () => {
  const site = await mintLeadSite(app)
  const wishes = Array.from({ length: 51 }, (_, at) => wish(0.01 + at / 1000))
  await judgePosts(app, site, wishes.slice(0, 50))
  const other = { ...site, signalId: await buildSignal(app, site, 'Another signal') }
  await judgePosts(app, other, wishes.slice(0, 50))
  const all = await passedOver(site)
  expect(all).toMatchObject({ is_more: false })
  expect(new Set(all.items.map(({ post_id }) => post_id)).size).toBe(50)
  await judgePosts(app, other, wishes.slice(50))
  expect(await passedOver(site)).toMatchObject({ is_more: true, items: { length: 50 } })
})

test('why is said in full of a post however far it is from the signal', async () => {
  const site = await mintLeadSite(app)
  const text = 'The bakery at the corner has new opening hours, and the bread is as good as ever.'
  const { posts } = await judgePosts(app, site, [wish(0.01, { title: 'Fresh bread', text })])
  const { match } = await explain(site, posts[0]?.postId ?? '')
  expect(match.score).toBe(1)
  expect(match.conditions.length).toBeGreaterThan(0)
  expect(match.conditions.map(({ state }) => state)).not.toContain('met')
})

test('a post of somebody who objected is neither listed nor explained', async () => {
  const site = await mintLeadSite(app)
  const { posts } = await judgePosts(app, site, [wish(0.1, { author: 'quietquill' })])
  expect((await passedOver(site)).items).toHaveLength(1)
  const { suppression } = app.dependencies.matching
  await inOrganization(app, site, (tx) => {
    const key = suppression.inOrganization(site.organizationId, { platform: 'hacker_news', externalId: 'quietquill' })
    return insertSuppressed(tx, site.organizationId, [{ author: key, at: app.clock.now() }])
  })
  expect((await passedOver(site)).items).toEqual([])
  expect(await refusal(site, posts[0]?.postId ?? '')).toMatchObject({ status: 404 })
})
