import type { Embedder } from '../embedding/embedder.ts'
import { packVector, unpackVector } from '../embedding/vector-bytes.ts'
import { createPrefilter, embeddedText, type Prefilter } from '../index/prefilter.ts'
import { postText } from '../language/post-text.ts'
import { plainBrief, planBrief } from '../plan/brief.ts'
import { judgeReading, readyPlan, SHIPPED_WEIGHTS, type TaggedPlan } from './judge.ts'
import { readPosts } from './read-posts.ts'

/** More than a prefilter's rank ever is, so that posts without a judgement score below 0. */
const UNJUDGED_BEHIND = 2

export interface RankedPost {
  id: string
  text: string
  title: string | null
}

/** Posts in the order in which they fit each of some queries. */
export interface Ranking {
  add(posts: readonly RankedPost[]): Promise<void>
  /** The best of the posts added, for the query at this index. Ties keep the order in which posts were added. */
  best(query: number, depth: number): { id: string; score: number }[]
}

interface Query {
  prefilter: Prefilter
  plan: TaggedPlan
  /** One for each post, in their order. */
  scores: number[]
}

/**
 * Ranks in the product's own two steps. Posts that pass the prefilter have the judge's probability as score, from 0 to
 * 1; the rest follow below 0 in the prefilter's order. Each post is read once for all queries and then released.
 */
export async function createRanking(embedder: Embedder, sentences: readonly string[]): Promise<Ranking> {
  const queries: Query[] = []
  for (const sentence of sentences) {
    const plan = planBrief(plainBrief(sentence))
    const prefilter = await createPrefilter(embedder, plan)
    queries.push({ prefilter, plan: await readyPlan(embedder, plan, SHIPPED_WEIGHTS), scores: [] })
  }
  const ids: string[] = []
  const by = { weights: SHIPPED_WEIGHTS, model: embedder.model }

  async function add(posts: readonly RankedPost[]): Promise<void> {
    const made = await embedder.embed(posts.map(embeddedText))
    // At the precision at which the product stores vectors.
    const vectors = made.map((vector) => unpackVector(packVector(vector)))
    const looks = posts.map((post, at) => queries.map(({ prefilter }) => prefilter(postText(post), vectors[at])))
    const near = posts.filter((_, at) => looks[at]?.some(({ passed }) => passed))
    const readings = await readPosts(embedder, near)
    const readingOf = new Map(near.map((post, at) => [post, readings[at]]))
    for (const [at, post] of posts.entries()) {
      const reading = readingOf.get(post)
      ids.push(post.id)
      for (const [place, { plan, scores }] of queries.entries()) {
        const look = looks[at]?.[place]
        const isJudged = look?.passed === true && reading !== undefined
        scores.push(isJudged ? judgeReading(plan, reading, by).score : (look?.rank ?? 0) - UNJUDGED_BEHIND)
      }
    }
  }

  function best(query: number, depth: number): { id: string; score: number }[] {
    const ranked = (queries[query]?.scores ?? []).map((score, at) => ({ id: ids[at] ?? '', score }))
    return ranked.toSorted((a, b) => b.score - a.score).slice(0, depth)
  }

  return { add, best }
}
