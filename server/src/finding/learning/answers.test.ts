import { updateIntentSignal } from '@leadlight/contract/signals'
import { logOddsOf } from '@leadlight/domain/scoring'
import { unpackVector } from '@leadlight/engine/embedding/vector-bytes'
import { judgePosts, type JudgedWish } from '@leadlight/testing/judged-posts'
import { inOrganization, mintLeadSite, type LeadSite } from '@leadlight/testing/lead-builder'
import { openUnfenced } from '@leadlight/testing/open-unfenced'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { until } from '@leadlight/testing/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findLearned } from './adjustment-store.ts'
import { fitAdjustment } from './adjustment.ts'
import { learn } from './learn.ts'
import { noteAnswers } from './note-answers.ts'
import { noteLabels } from './note-labels.ts'
import { registerLearningJobs } from './register-jobs.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ prepare: ({ matching }) => registerLearningJobs(matching) })
})
afterAll(() => app.close())

const TAX = [1, 0.1]
const GAMES = [0, 0.1, 1]
let made = 0

function wish(score: number, about: readonly number[]): JudgedWish {
  made += 1
  return { externalId: `answers-${made}`, title: `Post ${made}`, text: `words of ${made}`, score, about }
}

function answer(site: LeadSite, given: readonly { postId: string; fits: boolean; base: number }[]) {
  const { organizationId, signalId, organization } = site
  const answering = { organizationId, signalId, userId: organization.userId, given, withdrawn: [] }
  return inOrganization(app, site, (tx) => noteAnswers(tx, app.dependencies.matching, answering))
}

async function reword(site: LeadSite, more: Partial<Parameters<typeof body>[0]> = {}) {
  const params = { projectId: site.projectId, id: site.signalId }
  await site.organization.call(updateIntentSignal, { params, body: body(more) })
}

function body(more: { intent_signal?: string; answers?: { post_id: string; fits: boolean }[] }) {
  return { intent_signal: 'Bakers asking which flour to buy', do_reanalyze: false, ...more }
}

/** What the signal has learned, and what it would have from one label of the post with this base. */
async function learned(site: LeadSite, { postId, base, fits }: { postId: string; base: number; fits: boolean }) {
  await learn(app.dependencies.matching, site)
  const ask = await openUnfenced(app.database)
  const [post] = await ask<{ vector: Uint8Array }>('select vector from post where id = $1', [postId])
  const found = await inOrganization(app, site, (tx) => findLearned(tx, site))
  return {
    found: found?.adjustment.bias,
    expected: fitAdjustment([{ base, fits, vector: unpackVector(post!.vector) }])?.bias,
  }
}

describe('what the judge says of a labelled post', () => {
  test('is of the present words: a verdict on former ones does not go before what was said for the answer', async () => {
    const site = await mintLeadSite(app)
    const post = wish(0.9, TAX)
    const { posts } = await judgePosts(app, site, [post])
    const { postId } = posts[0]!
    const former = await learned(site, { postId, base: 0, fits: false })
    expect(former.found).toBeUndefined()
    await reword(site)
    await answer(site, [{ postId, fits: false, base: -2 }])
    const answered = await learned(site, { postId, base: -2, fits: false })
    expect(answered.found).toBe(answered.expected)

    await judgePosts(app, site, [{ ...post, score: 0.3 }])
    const judged = await learned(site, { postId, base: logOddsOf(0.3), fits: false })
    expect(judged.found).toBe(judged.expected)
    expect(judged.found).not.toBe(answered.found)
  })

  test('is taken from the answer where another label of the same post counts, and was never judged', async () => {
    const site = await mintLeadSite(app)
    const { posts } = await judgePosts(app, await mintLeadSite(app), [wish(0.5, GAMES)])
    const { postId } = posts[0]!
    await answer(site, [{ postId, fits: true, base: 1.5 }])
    const { organizationId, signalId, organization } = site
    const said = {
      organizationId,
      signalIds: [signalId],
      source: 'audit' as const,
      userId: organization.userId,
      postId,
    }
    await inOrganization(app, site, (tx) => noteLabels(tx, app.dependencies.matching, { ...said, fits: false }))
    const both = await learned(site, { postId, base: 1.5, fits: false })
    expect(both.found).toBe(both.expected)
  })

  test('is its verdict on former words where there is nothing else', async () => {
    const site = await mintLeadSite(app)
    const { posts } = await judgePosts(app, site, [wish(0.8, TAX)])
    const { postId } = posts[0]!
    await reword(site)
    const { organizationId, signalId, organization } = site
    const said = {
      organizationId,
      signalIds: [signalId],
      source: 'audit' as const,
      userId: organization.userId,
      postId,
    }
    await inOrganization(app, site, (tx) => noteLabels(tx, app.dependencies.matching, { ...said, fits: false }))
    const only = await learned(site, { postId, base: logOddsOf(0.8), fits: false })
    expect(only.found).toBe(only.expected)
  })
})

test('answers that are saved with a signal move the scores of the leads it has, and of no other signal', async () => {
  const site = await mintLeadSite(app)
  const other = await mintLeadSite(app)
  const { posts } = await judgePosts(app, site, [wish(0.7, TAX), wish(0.55, TAX), wish(0.55, GAMES)])
  const foreign = await judgePosts(app, other, [wish(0.7, TAX)])
  const ask = await openUnfenced(app.database)
  const scores = async ({ projectId }: LeadSite) => {
    const rows = await ask<{ id: string; score: number }>('select id, score from lead where project_id = $1', [
      projectId,
    ])
    return new Map(rows.map(({ id, score }) => [id, score]))
  }
  const before = await scores(site)
  await reword(site, { answers: [{ post_id: posts[0]!.postId, fits: true }] })
  const after = await until(async () => {
    const now = await scores(site)
    return now.get(posts[1]!.leadId!) === before.get(posts[1]!.leadId!) ? undefined : now
  })
  for (const { leadId } of posts.slice(0, 2)) expect(after.get(leadId!)).toBeGreaterThan(before.get(leadId!)!)
  const rise = (index: number) => after.get(posts[index]!.leadId!)! - before.get(posts[index]!.leadId!)!
  expect(rise(1)).toBeGreaterThan(rise(2))
  expect((await scores(other)).get(foreign.posts[0]!.leadId!)).toBe(70)
})
