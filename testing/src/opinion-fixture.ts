import { getLead, listLeads } from '@leadlight/contract/leads'
import { postText } from '@leadlight/domain/posts'
import { sql } from 'kysely'
import { insertCandidates, setSifted } from '@leadlight/server/finding/matching/candidate-store'
import type { Judge } from '@leadlight/engine/judge/judge'
import { plainBrief } from '@leadlight/engine/plan/brief'
import { judgingPrice } from '@leadlight/server/finding/matching/judging-price'
import type { MatchingDependencies } from '@leadlight/server/finding/matching/matching-dependencies'
import { runSearch } from '@leadlight/server/finding/matching/run-search'
import { insertSearch, lockSearch, updateSearch } from '@leadlight/server/finding/matching/search-store'
import { relevanceWeights } from '@leadlight/engine/judge/weights'
import { SHIFT_MAX } from '@leadlight/server/finding/opinions/uncertain-band'
import { askAgain } from '@leadlight/server/finding/rereading/ask-again'
import { startLanguageModelDouble, type LanguageModelDouble } from './doubles/language-model-double.ts'
import { giveReading } from './doubles/reading-model.ts'
import { keepPosts, newPost } from './kept-posts.ts'
import { inOrganization, mintLeadSite, type LeadSite } from './lead-builder.ts'
import { startTestApp, type TestApp, type TestAppOverrides } from './test-app.ts'

/** The score from which posts are kept, and how many points a large model moves one at most. */
export const KEPT_FROM = Math.round(relevanceWeights.threshold * 100)
export const SHIFT = Math.round(SHIFT_MAX * 100)

/** Scores a post by its own `[58]`, so that a test decides the built-in model's verdict. */
export const WRITTEN_JUDGE: Judge = {
  judge: (_, posts) =>
    Promise.resolve(
      posts.map((post) => {
        const score = Number(/\[(\d+)\]/.exec(postText(post.title, post.text))?.[1] ?? 0) / 100
        const keep = score >= relevanceWeights.threshold
        const reason = 'The built-in model says so.'
        return {
          score,
          keep,
          level: 'possible',
          reason,
          evidence: [],
          conditions: [],
          features: {},
          modelVersion: 'local-1',
        }
      }),
    ),
}

/** The app with a large model; matching is run by hand, with a judge that reads scores from the posts. */
export interface OpinionFixture {
  app: TestApp
  model: LanguageModelDouble
  matching: MatchingDependencies
  close(): Promise<void>
}

export const QUOTE = 'Which bookkeeping software should I use'

export async function startOpinionFixture(
  environment: Record<string, string> = {},
  provider?: 'openai' | 'anthropic' | 'openai-compatible',
  prepare?: TestAppOverrides['prepare'],
): Promise<OpinionFixture> {
  const model = await startLanguageModelDouble()
  model.script = (asked) => giveReading(asked, { score: 90, for: [QUOTE], reason: 'The author asks which to use.' })
  const app = await startTestApp({
    environment: {
      ...model.environment(provider),
      MODEL_JUDGED_POST_PRICE: '2',
      MONTHLY_CREDITS: '100',
      ...environment,
    },
    ...(prepare && { prepare }),
  })
  return {
    app,
    model,
    matching: { ...app.dependencies.matching, judge: WRITTEN_JUDGE },
    async close() {
      await app.close()
      await model.close()
    },
  }
}

export interface Sought extends LeadSite {
  searchId: string
  /** By the score that the built-in model gives them. */
  postIds: ReadonlyMap<number, string>
}

/**
 * A search that has found posts to which the built-in model gives these scores, all different, and is about to judge
 * them.
 */
export async function seek(
  { app, matching }: OpinionFixture,
  scores: readonly number[],
  { budget = null, site }: { budget?: number | null; site?: LeadSite } = {},
): Promise<Sought> {
  const place = site ?? (await mintLeadSite(app))
  const { projectId } = place
  const posts = scores.map((score) =>
    newPost(app, { externalId: `${projectId}-${score}`, title: null, text: `[${score}] I bake bread. ${QUOTE}?` }),
  )
  const ids = await keepPosts(app, place, posts)
  const searchId = await searchOver({ app, matching }, place, { ids, budget })
  return { ...place, searchId, postIds: new Map(scores.map((score, at) => [score, ids[at] ?? ''])) }
}

/** A search that has found these posts, best first, and is about to judge them. */
export async function searchOver(
  { app, matching }: Pick<OpinionFixture, 'app' | 'matching'>,
  place: LeadSite,
  { ids, budget = null, revision = 1 }: { ids: readonly string[]; budget?: number | null; revision?: number },
): Promise<string> {
  const { organizationId, projectId, signalId } = place
  const now = app.clock.now()
  const searchId = matching.newId()
  await inOrganization(app, place, async (tx) => {
    const order = { over: 'judged' as const, days: 30, budget, revision, requestedBy: null, until: now }
    const search = {
      id: searchId,
      organizationId,
      projectId,
      signalId,
      ...plainBrief('people who need a bookkeeper'),
      ...order,
      ...judgingPrice(matching),
    }
    await insertSearch(tx, search, now)
    const locked = await lockSearch(tx, organizationId, searchId)
    if (!locked) throw new Error('The search is gone')
    await insertCandidates(tx, locked, { postIds: ids, by: null })
    await setSifted(
      tx,
      locked,
      ids.map((postId, at) => ({ postId, passed: true, rank: ids.length - at })),
    )
    await updateSearch(tx, locked, { seen: ids.length })
  })
  return searchId
}

/**
 * Runs the search by hand, and ends it at its `killAt`th checkpoint as if the process had died: uncommitted work is
 * lost.
 */
export function workUntil(fixture: OpinionFixture, sought: Sought, killAt: number): Promise<'through' | 'killed'> {
  return killedAt(fixture, killAt, (dying) => work(dying, sought))
}

/** The same for asking again. */
export function workAgainUntil(fixture: OpinionFixture, sought: Sought, killAt: number): Promise<'through' | 'killed'> {
  return killedAt(fixture, killAt, (dying) => workAgain(dying, sought))
}

class Killed extends Error {}

async function killedAt(
  { matching }: OpinionFixture,
  killAt: number,
  doing: (fixture: Pick<OpinionFixture, 'matching'>) => Promise<unknown>,
): Promise<'through' | 'killed'> {
  let passed = 0
  const checkpoint = () => (++passed === killAt ? Promise.reject(new Killed()) : Promise.resolve())
  try {
    await doing({ matching: { ...matching, checkpoint } })
    return 'through'
  } catch (error) {
    if (error instanceof Killed) return 'killed'
    throw error
  }
}

export function work(
  { matching }: Pick<OpinionFixture, 'matching'>,
  { organizationId, searchId }: Sought,
): Promise<boolean> {
  const { signal } = new AbortController()
  const between = { mustMakeRoom: () => Promise.resolve(false), progressed: () => Promise.resolve() }
  return runSearch(matching, { organizationId, searchId, signal, ...between })
}

/** Does by hand the job that asks again. */
export function workAgain({ matching }: Pick<OpinionFixture, 'matching'>, { organizationId }: Sought): Promise<void> {
  const { signal } = new AbortController()
  return askAgain(matching, { organizationId, signal, progressed: () => Promise.resolve() })
}

/** The lead of the post with this local score, as people see it; undefined where it is none. */
export async function leadOf({ organization, projectId }: LeadSite, score: number) {
  const { items } = await organization.call(listLeads, { params: { projectId } })
  for (const { id } of items) {
    const lead = await organization.call(getLead, { params: { projectId, id } })
    if (lead.text.startsWith(`[${score}]`)) return lead
  }
  return undefined
}

export interface KeptOpinion {
  local: number
  model_score: number | null
  score: number | null
  state: string
  failed_as: string | null
  tries: number
  model: string
  local_model: string
}

/** The stored opinions of the large model, in the order of the built-in one's scores. */
export async function opinionsOf({ app }: Pick<OpinionFixture, 'app'>, ids: LeadSite): Promise<KeptOpinion[]> {
  const { rows } = await inOrganization(app, ids, (tx) =>
    sql<KeptOpinion>`
      select local_score as local, model_score, score, state, failed_as, tries, model, local_model from second_opinion
      where project_id = ${ids.projectId} order by local_score`.execute(tx),
  )
  return rows
}

export async function judgedOf({ app }: Pick<OpinionFixture, 'app'>, { postIds, ...ids }: Sought) {
  const { rows } = await inOrganization(app, ids, (tx) =>
    sql<{ post_id: string; score: number; kept: boolean; model: string }>`
      select post_id, score, kept, model from judgement where intent_signal_id = ${ids.signalId}`.execute(tx),
  )
  return new Map([...postIds].map(([score, id]) => [score, rows.find((row) => row.post_id === id)]))
}
