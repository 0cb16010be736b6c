import { passedOverScore } from '@leadlight/domain/passed-over'
import { logOddsOf } from '@leadlight/domain/scoring'
import type { Judge } from '@leadlight/engine/judge/judge'
import type { Judgement } from '@leadlight/engine/judge/judgement'
import { relevanceWeights } from '@leadlight/engine/judge/weights'
import { planBrief } from '@leadlight/engine/plan/brief'
import { selectPosts } from '../../core/posts/posts.ts'
import { requireSignal } from '../../core/signals/require-signal.ts'
import type { Suppression } from '../../core/suppression/suppression.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { organizationScope } from '../../platform/scopes.ts'
import type { SecondOpinion } from '../../workspace/leads/lead-hooks.ts'
import { findAdjust } from '../learning/adjust-judgement.ts'
import { findSaid } from '../learning/find-said.ts'
import { judgeKept } from '../matching/judge-kept.ts'
import { describeOpinions } from '../opinions/describe-opinions.ts'
import { selectPassedOver, type PassedOverRow } from './passed-over-store.ts'

interface ExplainingDependencies {
  db: Db
  judge: Judge
  suppression: Suppression
}

export interface ExplainedPost {
  row: PassedOverRow
  judgement: Judgement
  /** From 0 to 100. */
  score: number
  /** The judge's log-odds before the signal's feedback. */
  base: number
  isRefused: boolean
  opinion: SecondOpinion | null
}

/**
 * Why a signal did not keep a post. The judge reads it once more, for what it does not store of such posts, or leaves out
 * where they are far from the signal: the reason, the evidence and the conditions. The score stays the one it was passed over with, where there is one.
 */
export async function explainPassedOver(
  deps: ExplainingDependencies,
  actor: Actor,
  { postId, ...ids }: { projectId: string; id: string; postId: string },
): Promise<ExplainedPost> {
  const { organizationId } = actor
  const { signal, row, posts, adjust, said, opinion } = await deps.db.transaction(
    organizationScope(organizationId),
    async (tx) => {
      const signal = await requireSignal(tx, actor, ids)
      const of = { organizationId, signalId: signal.id }
      const project = { organizationId, projectId: ids.projectId }
      const request = { signalId: signal.id, postId, limit: 1 }
      const { rows } = await selectPassedOver(tx, deps.suppression, project, request)
      const opinions = await describeOpinions(tx, organizationId, postId)
      return {
        signal,
        row: rows[0],
        posts: await selectPosts(tx, [postId]),
        adjust: await findAdjust(tx, of),
        said: await findSaid(tx, of, [postId]),
        opinion: opinions.get(signal.id) ?? null,
      }
    },
  )
  if (!row) throw notPassedOver()
  const [judged] = await judgeKept(deps, planBrief(signal), posts, { inFull: true })
  if (!judged) throw notPassedOver()
  const { post, judgement } = judged
  const now = adjust(judgement, post, relevanceWeights.threshold)
  const isRefused = said.get(postId) === false
  if (row.score === null) {
    const score = now.keep ? now.score : passedOverScore(now.score)
    return { row, judgement, score, base: now.base, isRefused, opinion: null }
  }
  const base = row.base ?? logOddsOf(row.score / 100)
  return { row, judgement, score: passedOverScore(row.score), base, isRefused, opinion }
}

export function notPassedOver(): AppError {
  return new AppError('not_found', 'passed_over_post_not_found', 'That post is not among those passed over.')
}
