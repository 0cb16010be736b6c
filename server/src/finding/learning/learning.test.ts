// Also on the embedded database: a journey of this slice.
import { correctLead, giveFeedback } from '@leadlight/contract/lead-work'
import { getLead, listLeads } from '@leadlight/contract/leads'
import { leadLevel } from '@leadlight/domain/scoring'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { organizationScope } from '../../platform/scopes.ts'
import { openUnfenced } from '@leadlight/testing/open-unfenced'
import { collectEvents } from '@leadlight/testing/collect-events'
import { judgePosts, type JudgedPost, type JudgedWish } from '@leadlight/testing/judged-posts'
import { buildSignal, mintLeadSite, type LeadSite } from '@leadlight/testing/lead-builder'
import { KEPT_FROM } from '@leadlight/testing/opinion-fixture'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { registerLearningJobs } from './register-jobs.ts'
import { learn } from './learn.ts'

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
  const title = `Post ${made}: ${'abcdefghij'.repeat(made)}`
  return { externalId: `learning-${made}`, title, text: `words of ${made}`, score, about }
}

/** A signal that found three posts about taxes and two about games. */
async function mintLearned() {
  const site = await mintLeadSite(app)
  const wishes = [wish(0.7, TAX), wish(0.65, TAX), wish(0.6, [1, 0.3]), wish(0.62, GAMES), wish(0.55, GAMES)]
  const { posts } = await judgePosts(app, site, wishes)
  const ids = posts.map(({ leadId }) => leadId!)
  return { site, ids }
}

/** Gives feedback and waits for the event that the job has learned from it, as the page does. */
async function say(site: LeadSite, id: string, feedback: 'positive' | 'negative' | null): Promise<void> {
  const { projectId, organization } = site
  // The event position to wait from, whether or not the stream opens first.
  const [last] = await app.db.read(
    organizationScope(site.organizationId),
    sql<{ id: string }>`select coalesce(max(id), 0)::text as id from event where project_id = ${projectId}`,
  )
  const ended = collectEvents(app, { projectId, token: organization.token, after: last?.id ?? '0', enough: 2 })
  await organization.call(giveFeedback, { params: { projectId, id }, body: { feedback } })
  const events = await ended
  expect(events.map(({ event }) => event)).toMatchObject([
    { type: 'changed', what: 'leads', lead_ids: [id] },
    { type: 'changed', what: 'leads', origin: null },
  ])
}

async function ranking({ organization, projectId }: LeadSite) {
  const query = { sort_by: 'score' } as const
  const { items } = await organization.call(listLeads, { params: { projectId }, query })
  return items.map(({ id, score }) => ({ id, score }))
}

/** Every row derived from feedback, to the bit. */
async function kept({ signalId, projectId }: LeadSite) {
  const ask = await openUnfenced(app.database)
  return {
    weights: await ask('select encode(weights, $2) as weights from signal_adjustment where intent_signal_id = $1', [
      signalId,
      'hex',
    ]),
    matches: await ask('select lead_id, score, base from lead_match where intent_signal_id = $1 order by lead_id', [
      signalId,
    ]),
    leads: await ask('select id, score, excerpt, excerpt_evidence from lead where project_id = $1 order by id', [
      projectId,
    ]),
  }
}

describe('learning from feedback', () => {
  test('ranks leads similar to a poor one lower, says so, and leaves the rest about where they were', async () => {
    const { site, ids } = await mintLearned()
    const [tax1, tax2, tax3, games1, games2] = ids as [string, string, string, string, string]
    expect(await ranking(site)).toEqual([
      { id: tax1, score: 70 },
      { id: tax2, score: 65 },
      { id: games1, score: 62 },
      { id: tax3, score: 60 },
      { id: games2, score: 55 },
    ])
    await say(site, tax1, 'negative')
    await say(site, games2, 'positive')
    const after = await ranking(site)
    expect(after.map(({ id }) => id)).toEqual([games1, games2, tax1, tax2, tax3])
    const lead = await site.organization.call(getLead, { params: { projectId: site.projectId, id: tax2 } })
    const { score } = after.find(({ id }) => id === tax2)!
    expect(score).toBeLessThan(50)
    expect(lead).toMatchObject({ score, level: leadLevel(score ?? 0), matches: [{ score, reason: 'Asks for help.' }] })
    expect(lead.matches[0]?.learned).toBe(
      'Lowered by your feedback on similar posts: without it the score would be 65.',
    )
    const raised = await site.organization.call(getLead, { params: { projectId: site.projectId, id: games1 } })
    expect(raised.matches[0]?.learned).toBe(
      'Raised by your feedback on similar posts: without it the score would be 62.',
    )
  })

  test('is undone to the bit, one label at a time, in any order', async () => {
    const { site, ids } = await mintLearned()
    const states = [await kept(site)]
    const words = [
      [ids[0]!, 'negative'],
      [ids[3]!, 'positive'],
      [ids[4]!, 'positive'],
    ] as const
    for (const [id, feedback] of words) {
      await app.clock.advance(1000)
      await say(site, id, feedback)
      states.push(await kept(site))
    }
    for (const [at, state] of states.entries()) {
      for (const other of states.slice(at + 1)) expect(state).not.toEqual(other)
    }
    // Taking the second-to-last label back and giving it again must equal giving it once.
    await say(site, ids[3]!, null)
    await app.clock.advance(1000)
    await say(site, ids[3]!, 'positive')
    expect(await kept(site)).toEqual(states[3])
    for (const [step, [id]] of [...words.entries()].toReversed()) {
      await say(site, id, null)
      expect(await kept(site)).toEqual(states[step])
    }
  })

  test("adjusts the verdicts on new posts, and keeps the judge's own score", async () => {
    const { site, ids } = await mintLearned()
    for (const id of ids.slice(0, 3)) await say(site, id, 'negative')
    await say(site, ids[3]!, 'positive')
    await say(site, ids[4]!, 'positive')
    const {
      posts,
      judged,
      kept: found,
    } = await judgePosts(app, site, [wish(0.5, TAX), wish(0.2, GAMES), wish(0.7, [0, 0, 0, 0, 1])])
    expect({ judged, found }).toEqual({ judged: 3, found: 2 })
    const [tax, games, other] = posts as [JudgedPost, JudgedPost, JudgedPost]
    expect(tax.leadId).toBeUndefined()
    expect(tax.score).toBeLessThan(KEPT_FROM)
    expect(games.leadId).toBeDefined()
    expect(games.score).toBeGreaterThan(KEPT_FROM)
    expect(other.leadId).toBeDefined()
    const ask = await openUnfenced(app.database)
    const rows = await ask<{ base: number }>('select base from judgement where post_id = $1', [tax.postId])
    expect(rows[0]?.base).toBe(0)
  })

  test('counts a correction as a label until it is taken back', async () => {
    const { site, ids } = await mintLearned()
    const { organization, projectId, signalId } = site
    const other = await buildSignal(app, site, 'people who hire')
    const before = await kept(site)
    const correct = async (signals: string[]) => {
      await organization.call(correctLead, { params: { projectId, id: ids[0]! }, body: { intent_signals: signals } })
      for (const signal of [signalId, other]) await learn(app.dependencies.matching, { ...site, signalId: signal })
    }
    await correct([other])
    const scores = new Map((await ranking(site)).map(({ id, score }) => [id, score]))
    expect(scores.get(ids[0]!)).toBe(100)
    expect(scores.get(ids[1]!)).toBeLessThan(60)
    const ask = await openUnfenced(app.database)
    const labels = () =>
      ask(
        'select intent_signal_id as id, fits from signal_label join intent_signal on id = intent_signal_id where project_id = $1',
        [projectId],
      )
    expect(await labels()).toHaveLength(2)
    expect(await labels()).toEqual(
      expect.arrayContaining([
        { id: signalId, fits: false },
        { id: other, fits: true },
      ]),
    )
    await correct([signalId])
    expect(await labels()).toEqual([])
    expect(await kept(site)).toEqual(before)
  })

  test('stays within one signal and one organization', async () => {
    const one = await mintLearned()
    const two = await mintLearned()
    const before = await kept(two.site)
    await say(one.site, one.ids[0]!, 'negative')
    expect(await kept(two.site)).toEqual(before)
    // A signal of another organization is ignored.
    await learn(app.dependencies.matching, { organizationId: two.site.organizationId, signalId: one.site.signalId })
    expect((await kept(one.site)).weights).toHaveLength(1)
  })

  test('re-scores more leads than fit in one batch', async () => {
    const site = await mintLeadSite(app)
    const wishes = Array.from({ length: 520 }, (_, index) => wish(0.6, index % 2 === 0 ? TAX : GAMES))
    const { posts } = await judgePosts(app, site, wishes)
    await say(site, posts[0]!.leadId!, 'negative')
    const scores = new Map((await kept(site)).leads.map((row) => [row['id'], Number(row['score'])]))
    const ofTax = posts.filter((_, index) => index % 2 === 0).map(({ leadId }) => scores.get(leadId))
    expect(ofTax).toHaveLength(260)
    expect(Math.max(...ofTax.map((score) => score ?? 100))).toBeLessThan(50)
  })
})
