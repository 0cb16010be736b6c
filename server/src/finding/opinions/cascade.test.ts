import { getInstance } from '@leadlight/contract/installation'
import { listLeads } from '@leadlight/contract/leads'
import {
  createIntentSignal,
  listIntentSignals,
  previewSignal,
  quoteReanalysis,
  recommendMonitoringBudget,
} from '@leadlight/contract/signals'
import { expect, test } from 'vitest'
import { createMonitoring } from '../monitoring/monitoring-dependencies.ts'
import { erasePostsOfAuthor, eraseDeletedPosts } from '../../lifecycle/retention/erase-deleted-posts.ts'
import { corpusPost } from '@leadlight/testing/channel-fixtures'
import { readMoney } from '@leadlight/testing/column-fixture'
import { startLanguageModelDouble } from '@leadlight/testing/doubles/language-model-double'
import { giveReading, readAskedReading } from '@leadlight/testing/doubles/reading-model'
import { mintLeadSite } from '@leadlight/testing/lead-builder'
import { startMonitored, startMonitoringFixture } from '@leadlight/testing/monitoring-fixture'
import {
  KEPT_FROM,
  opinionsOf,
  QUOTE,
  seek,
  SHIFT,
  startOpinionFixture,
  work,
  workAgain,
  WRITTEN_JUDGE,
} from '@leadlight/testing/opinion-fixture'

const START = '2026-11-02T09:00:00Z'
/** Rejected and lifted; kept, with the model's word and without. */
const LIFTED = KEPT_FROM - 8
const RAISED = KEPT_FROM + 8
const UNREAD = KEPT_FROM + 11
const WANTED = 'I am a freelancer. Which invoicing or bookkeeping software should I use? I need a recommendation'

function heard(scores: readonly number[]) {
  return scores.map((score, at) => ({
    ...corpusPost(at + 1, {
      at: new Date(Date.parse(START) + (at + 1) * 60_000),
      words: `[${score}] ${WANTED} for my ${'very '.repeat(at)}small shop of ${at + 2} people in town ${score}.`,
    }),
    platform: 'hackernews' as const,
  }))
}

test("monitoring asks the large model too, within the month's budget, and later answers are paid from the month", async () => {
  const model = await startLanguageModelDouble()
  const environment = { ...model.environment(), MODEL_JUDGED_POST_PRICE: '2', MONTHLY_CREDITS: '100' }
  const fixture = await startMonitoringFixture({
    posts: heard([LIFTED, RAISED, 90, UNREAD]),
    start: START,
    environment,
  })
  try {
    // The stand has its own dependencies; this judge reads its verdict from the post.
    Object.assign(fixture.monitoring, { judge: WRITTEN_JUDGE })
    const org = await fixture.app.organization()
    const ids = {
      organization: org,
      organizationId: org.organizationId,
      ...(await startMonitored(org, { budget: 7 })),
    }
    model.script = (asked) =>
      readAskedReading(asked).text.includes(`[${UNREAD}]`)
        ? { kind: 'error', status: 503 }
        : giveReading(asked, { score: 90, for: ['I need a recommendation'], reason: 'The author asks which to use.' })
    await fixture.pass(12)
    expect(await opinionsOf(fixture, ids)).toMatchObject([
      { local: LIFTED, score: LIFTED + SHIFT, state: 'given' },
      { local: RAISED, score: RAISED + SHIFT, state: 'given' },
      { local: UNREAD, score: null, state: 'waiting' },
    ])
    const { items } = await org.call(listLeads, { params: { projectId: ids.projectId } })
    expect(items.map(({ score }) => score ?? -1).toSorted((a, b) => a - b)).toEqual([
      LIFTED + SHIFT,
      UNREAD,
      RAISED + SHIFT,
      90,
    ])
    expect(await readMoney(fixture.app, ids)).toMatchObject({ held: 0, charged: 4_000 })
    const spent = async () => {
      const [signal] = await org.call(listIntentSignals, { params: { projectId: ids.projectId } })
      return signal?.monitoring.spent_this_month
    }
    expect(await spent()).toBe(4)

    model.script = (asked) => giveReading(asked, { score: 90, for: ['I need a recommendation'] })
    await fixture.app.clock.advance(2 * 60_000)
    await workAgain(
      { matching: { ...fixture.app.dependencies.matching, ...fixture.monitoring } },
      { ...ids, searchId: '', postIds: new Map() },
    )
    expect((await opinionsOf(fixture, ids)).at(-1)).toMatchObject({
      local: UNREAD,
      score: UNREAD + SHIFT,
      state: 'given',
    })
    expect([await spent(), (await readMoney(fixture.app, ids)).charged]).toEqual([6, 6_000])
    expect(
      createMonitoring(fixture.app.dependencies.matching, fixture.app.config, {
        erasePosts: eraseDeletedPosts,
        eraseAuthor: erasePostsOfAuthor,
      }).reader?.price,
    ).toBe(2_000)
  } finally {
    await fixture.close()
    await model.close()
  }
})

test("the instance, a quote and a recommended budget state the large model's price", async () => {
  const fixture = await startOpinionFixture({ MODEL_JUDGED_POST_PRICE: '2' }, 'openai')
  try {
    expect(await fixture.app.call(getInstance)).toMatchObject({ judged_post_price: 0, model_judged_post_price: 2 })
    const sought = await seek(fixture, [KEPT_FROM - SHIFT - 3, KEPT_FROM - SHIFT - 1, 90])
    await work(fixture, sought)
    const params = { projectId: sought.projectId, id: sought.signalId }
    const body = { intent_signal: 'Bakers who look for a bookkeeper' }
    expect(await sought.organization.call(quoteReanalysis, { params, body })).toEqual({
      posts: 3,
      credits: 6,
      why: '3 posts were judged for this signal before; each that comes near to the new words is judged again for nothing, or at 2 credits where OpenAI reads it too.',
    })
    const { why } = await sought.organization.call(recommendMonitoringBudget, { params, body })
    expect(why).toMatch(/a month for nothing, or at 2 credits each where OpenAI reads it too, with a fifth to spare\.$/)
  } finally {
    await fixture.close()
  }
})

test('without a configured model nothing is asked or charged', async () => {
  const fixture = await startOpinionFixture({ AI_PROVIDER: 'local', MODEL_JUDGED_POST_PRICE: '2' })
  try {
    const sought = await seek(fixture, [LIFTED, RAISED])
    await work(fixture, sought)
    expect(fixture.model.asked).toEqual([])
    expect(await opinionsOf(fixture, sought)).toEqual([])
    expect(await readMoney(fixture.app, sought)).toMatchObject({ held: 0, charged: 0 })
    expect(await fixture.app.call(getInstance)).toMatchObject({ model_judged_post_price: 0 })
  } finally {
    await fixture.close()
  }
})

test('a preview does not ask the large model, and says so', async () => {
  const fixture = await startOpinionFixture({}, 'anthropic')
  try {
    const site = await mintLeadSite(fixture.app)
    const { projectId, organization } = site
    await seek(fixture, [RAISED], { site })
    const body = { intent_signal: `People who ask: ${QUOTE}`, search_days: 30 }
    const preview = await organization.call(previewSignal, { params: { projectId }, body })
    expect(preview.note).toBe(
      'Judged by the built-in model alone. A search also has Anthropic read the posts that it is not sure of.',
    )
    expect(fixture.model.asked).toEqual([])
    await organization.call(createIntentSignal, { params: { projectId }, body })
  } finally {
    await fixture.close()
  }
})
