import { leadLevel } from '@leadlight/domain/scoring'
import { sql } from 'kysely'
import { VECTOR_LENGTH } from '@leadlight/engine/embedding/embedder'
import { packVector } from '@leadlight/engine/embedding/vector-bytes'
import { findPosts, keepPosts } from '@leadlight/server/finding/matching/kept-posts'
import { recordVerdicts, type RecordedVerdicts } from '@leadlight/server/finding/matching/record-verdicts'
import { relevanceWeights } from '@leadlight/engine/judge/weights'
import { findSignal } from '@leadlight/server/core/signals/signals'
import { newPost, type PostWish } from './kept-posts.ts'
import { inOrganization, type LeadSite } from './lead-builder.ts'
import type { TestApp } from './test-app.ts'

/** What a test cares about in a post that a signal judged: the judge's verdict, and the post's subjects. */
export interface JudgedWish extends PostWish {
  /** The judge's probability, for any signal. */
  score: number
  /** How much it concerns each of some subjects; posts that share none are unrelated. */
  about: readonly number[]
}

export interface JudgedPost {
  postId: string
  /** The post's score and the lead it became, if any. */
  score: number
  leadId: string | undefined
}

/** Stores posts with their vectors and records the signal's verdicts on them, as a search does. */
export async function judgePosts(
  app: TestApp,
  site: LeadSite,
  wishes: readonly JudgedWish[],
): Promise<RecordedVerdicts & { posts: JudgedPost[] }> {
  const { matching } = app.dependencies
  const read = wishes.map((wish) => ({ post: newPost(app, wish), vector: packVector(vectorAbout(wish.about)) }))
  return inOrganization(app, site, async (tx) => {
    const about = { model: matching.embedder.model, origin: 'everybody' as const, now: app.clock.now() }
    const ids = await keepPosts(tx, read, about)
    const signal = await findSignal(tx, site)
    if (!signal) throw new Error('There is no such signal')
    const judgements = wishes.map(({ score }) => ({
      score,
      keep: score >= relevanceWeights.threshold,
      level: leadLevel(Math.round(score * 100)),
      reason: 'Asks for help.',
      evidence: [],
      conditions: [],
      features: {},
      modelVersion: 'test-1',
    }))
    const recorded = await recordVerdicts(tx, matching, signal, { posts: await findPosts(tx, ids), judgements })
    const { rows } = await sql<JudgedPost>`
      select judgement.post_id as "postId", judgement.score, lead.id as "leadId"
      from unnest(${ids}::uuid[]) with ordinality as asked (post_id, place)
        join judgement on judgement.post_id = asked.post_id and judgement.intent_signal_id = ${site.signalId}
        left join lead on lead.post_id = asked.post_id and lead.project_id = ${site.projectId}
      order by asked.place`.execute(tx)
    return { ...recorded, posts: rows.map((row) => ({ ...row, leadId: row.leadId ?? undefined })) }
  })
}

function vectorAbout(about: readonly number[]): Float32Array {
  const vector = new Float32Array(VECTOR_LENGTH)
  about.forEach((share, subject) => (vector[subject] = share))
  return vector
}
