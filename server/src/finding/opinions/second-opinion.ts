import type { JudgedPostInput, Judgement } from '@leadlight/engine/judge/judgement'
import type { Plan } from '@leadlight/engine/plan/plan'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db.ts'
import { relevanceWeights } from '@leadlight/engine/judge/weights'
import { unpackVector } from '@leadlight/engine/embedding/vector-bytes'
import { organizationScope } from '../../platform/scopes.ts'
import { findBusiness } from '../../core/projects/find-business.ts'
import type { PostVector } from '../learning/adjust-judgement.ts'
import type { Reader, Reading } from './create-reader.ts'
import type { OpinionRow } from './kept-opinions.ts'
import { taughtScore } from './taught-head.ts'
import { findTaught, type Taught } from './kept-lessons.ts'
import { isUncertain, withLesson, withOpinion } from './uncertain-band.ts'

/** Nobody waits longer than this for a batch; posts not begun by then are asked again later. */
const BATCH_MS_MAX = 45_000

export interface ReadablePost {
  id: string
  input: JudgedPostInput
  /** As it is stored, with what is learned from. */
  stored: PostVector
}

export interface OpinionRequest {
  organizationId: string
  projectId: string
  signalId: string
  revision: number
  /** The plan the posts are judged by. */
  plan: Plan
  posts: readonly ReadablePost[]
  /** The built-in model's, one for each post in the same order. */
  judgements: readonly Judgement[]
  signal: AbortSignal
}

export interface SecondOpinions {
  /** In the same order, with the large model's opinion applied where there is one. */
  judgements: Judgement[]
  /** One for each post it was to read, or what it taught decided. */
  opinions: OpinionRow[]
  /** How many it has read, which are charged for. */
  read: number
}

/**
 * Asks the configured large model about posts the built-in one is unsure of, outside any transaction. Where it fails,
 * the built-in judgement stands and the opinion waits. Where it has taught enough about the signal, what it taught
 * decides and it is not asked. Without a configured model nothing happens.
 */
export async function secondOpinion(
  deps: { reader: Reader | undefined; db: Db; clock: Clock },
  { posts, judgements, signal, ...of }: OpinionRequest,
): Promise<SecondOpinions> {
  const { reader } = deps
  if (!reader || !judgements.some(isUncertain)) return { judgements: [...judgements], opinions: [], read: 0 }
  const { business, taught } = await deps.db.transaction(organizationScope(of.organizationId), async (tx) => ({
    business: await findBusiness(tx, of.organizationId, of.projectId),
    taught: await findTaught(tx, { ...of, model: reader.model }),
  }))
  const brief = { plan: of.plan, business }
  const endsAt = deps.clock.now().getTime() + BATCH_MS_MAX
  const lessons = posts.map(({ stored }, at) => {
    const local = judgements[at]
    return local && isUncertain(local) ? lessonOn(taught, local, stored) : undefined
  })
  const readings = new Map<string, Reading>()
  await Promise.all(
    posts.map(async ({ id, input }, at) => {
      const local = judgements[at]
      if (!local || !isUncertain(local) || lessons[at] !== undefined) return
      readings.set(id, await reader.read(brief, input, { signal, endsAt }))
    }),
  )
  const opinions: OpinionRow[] = []
  const joint = judgements.map((local, at) => {
    const { id = '' } = posts[at] ?? {}
    const lesson = lessons[at]
    if (lesson !== undefined) {
      const judgement = withLesson(local, { score: lesson, model: reader.model })
      opinions.push(taughtRow(id, reader, { local, lesson, judgement }))
      return judgement
    }
    const reading = readings.get(id)
    if (!reading) return local
    const judgement = reading.kind === 'read' ? withOpinion(local, reading.opinion) : local
    opinions.push(opinionRow(id, reader, { local, reading, judgement }))
    return judgement
  })
  return { judgements: joint, opinions, read: opinions.filter(({ state }) => state === 'given').length }
}

/** What the model's lesson says of a post in its place, from 0 to 1; undefined where it cannot tell. */
function lessonOn(taught: Taught | undefined, local: Judgement, { vector, vectorModel }: PostVector) {
  if (!taught?.head || !vector || vectorModel !== taught.vectorModel) return undefined
  if (local.modelVersion !== taught.judgeModel) return undefined
  return taughtScore(taught.head, { local: local.score, features: local.features, vector: unpackVector(vector) })
}

/** What is saved of one reading: numbers and names, no text. */
export function opinionRow(
  postId: string,
  { model }: Pick<Reader, 'model'>,
  { local, reading, judgement }: { local: Judgement; reading: Reading; judgement: Judgement },
): OpinionRow {
  const isRead = reading.kind === 'read'
  return {
    postId,
    localScore: Math.round(local.score * 100),
    localKept: local.keep,
    localModel: local.modelVersion,
    model,
    modelScore: isRead ? Math.round(reading.opinion.score * 100) : null,
    score: isRead ? Math.round(judgement.score * 100) : null,
    state: isRead ? 'given' : 'waiting',
    failedAs: isRead ? null : reading.why,
    taughtKept: null,
    tokens: reading.tokens,
  }
}

/** What is saved of a post that the model's lesson decided. */
function taughtRow(
  postId: string,
  { model }: Pick<Reader, 'model'>,
  { local, lesson, judgement }: { local: Judgement; lesson: number; judgement: Judgement },
): OpinionRow {
  return {
    postId,
    localScore: Math.round(local.score * 100),
    localKept: local.keep,
    localModel: local.modelVersion,
    model,
    modelScore: null,
    score: Math.round(judgement.score * 100),
    state: 'taught',
    failedAs: null,
    taughtKept: lesson >= relevanceWeights.threshold,
    tokens: { input: 0, output: 0 },
  }
}
