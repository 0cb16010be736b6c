import type { JudgedPostInput, Judgement } from '@leadlight/engine/judge/judgement'
import type { Plan } from '@leadlight/engine/plan/plan'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { findBusiness } from '../../core/projects/find-business.ts'
import type { Reader, Reading } from './create-reader.ts'
import type { OpinionRow } from './kept-opinions.ts'
import { isUncertain, withOpinion } from './uncertain-band.ts'

/** Nobody waits longer than this for a batch; posts not begun by then are asked again later. */
const BATCH_MS_MAX = 45_000

export interface OpinionRequest {
  organizationId: string
  projectId: string
  /** The plan the posts are judged by. */
  plan: Plan
  posts: readonly { id: string; input: JudgedPostInput }[]
  /** The built-in model's, one for each post in the same order. */
  judgements: readonly Judgement[]
  signal: AbortSignal
}

export interface SecondOpinions {
  /** In the same order, with the large model's opinion applied where there is one. */
  judgements: Judgement[]
  /** One for each post it was to read. */
  opinions: OpinionRow[]
  /** How many it has read, which are charged for. */
  read: number
}

/**
 * Asks the configured large model about posts the built-in one is unsure of, outside any transaction. Where it fails,
 * the built-in judgement stands and the opinion waits. Without a configured model nothing happens.
 */
export async function secondOpinion(
  deps: { reader: Reader | undefined; db: Db; clock: Clock },
  { posts, judgements, signal, ...of }: OpinionRequest,
): Promise<SecondOpinions> {
  const { reader } = deps
  const uncertain = posts.filter((_, at) => judgements[at] && isUncertain(judgements[at]))
  if (!reader || uncertain.length === 0) return { judgements: [...judgements], opinions: [], read: 0 }
  const business = await deps.db.transaction(organizationScope(of.organizationId), (tx) =>
    findBusiness(tx, of.organizationId, of.projectId),
  )
  const brief = { plan: of.plan, business }
  const endsAt = deps.clock.now().getTime() + BATCH_MS_MAX
  const readings = new Map<string, Reading>()
  await Promise.all(
    uncertain.map(async ({ id, input }) => {
      readings.set(id, await reader.read(brief, input, { signal, endsAt }))
    }),
  )
  const opinions: OpinionRow[] = []
  const joint = judgements.map((local, at) => {
    const post = posts[at]
    const reading = post && readings.get(post.id)
    if (!reading) return local
    const judgement = reading.kind === 'read' ? withOpinion(local, reading.opinion) : local
    opinions.push(opinionRow(post.id, reader, { local, reading, judgement }))
    return judgement
  })
  return { judgements: joint, opinions, read: opinions.filter(({ state }) => state === 'given').length }
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
    tokens: reading.tokens,
  }
}
