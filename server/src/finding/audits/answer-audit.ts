import type { AuditAnswer } from '@leadlight/domain/audits'
import type { Suppression } from '../../core/suppression/suppression.ts'
import { requirePermission, type Actor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireSignal } from '../../core/signals/require-signal.ts'
import { selectDrawn, setAnswer, type AuditPostRow } from './audit-store.ts'
import { noteLabels } from '../learning/note-labels.ts'

interface AnswerDependencies {
  db: Db
  clock: Clock
  jobs: Jobs
  suppression: Suppression
}

/**
 * Records whether a passed-over post is what the signal looks for; null takes the answer back. The signal learns from a
 * yes or a no, not from a skip. A post that was not drawn for the signal is "not found".
 */
export function answerAudit(
  deps: AnswerDependencies,
  actor: Actor,
  { postId, answer, ...ids }: { projectId: string; id: string; postId: string; answer: AuditAnswer | null },
): Promise<AuditPostRow> {
  requirePermission(actor, 'lead.triage')
  const { organizationId, userId } = actor
  return deps.db.transaction(organizationScope(organizationId), async (tx) => {
    const { id: signalId } = await requireSignal(tx, actor, ids)
    const of = { organizationId, signalId }
    const [drawn] = await selectDrawn(tx, deps.suppression, of, { week: null, postId })
    if (!drawn) throw new AppError('not_found', 'audit_post_not_found', 'That post is not among those to look at.')
    if (drawn.answer === answer) return drawn
    await setAnswer(tx, of, { postId, answer, userId, now: deps.clock.now() })
    const fits = answer === null || answer === 'skip' ? null : answer === 'yes'
    await noteLabels(tx, deps, { organizationId, postId, signalIds: [signalId], source: 'audit', fits, userId })
    return { ...drawn, answer }
  })
}
