import { requirePermission, type Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { shorten } from './shorten.ts'
import { selectFoundBy, setFeedback } from './feedback-store.ts'
import type { LeadChangeDependencies } from './lead-dependencies.ts'
import { recordHistory } from './record-history.ts'
import { lockLead, type LeadIds, type SaidOfLead } from './require-lead.ts'

/** How much of a reason the history repeats; the lead has all of it. */
const REASON_CHARACTERS_MAX = 120

type Feedback = SaidOfLead['feedback']

/**
 * Records whether a lead is good; null takes that back. The quality of its signals and their ranking follow at once. A
 * new verdict drops the old reason. Repeating the same changes nothing.
 */
export function giveFeedback(
  deps: LeadChangeDependencies,
  actor: Actor,
  { feedback, reason: given, ...ids }: LeadIds & { feedback: Feedback; reason: string | undefined },
): Promise<void> {
  requirePermission(actor, 'lead.triage')
  const { organizationId } = actor
  return deps.db.transaction(organizationScope(organizationId), async (tx) => {
    const former = await lockLead(tx, actor, ids)
    const isSame = former.feedback === feedback
    const reason = feedback === null ? null : (given ?? (isSame ? former.feedback_reason : null)) || null
    if (isSame && reason === former.feedback_reason) return
    await setFeedback(tx, organizationId, { leadId: ids.id, feedback, reason })
    if (!isSame) await teach(tx, deps, actor, { leadId: ids.id, feedback })
    await recordHistory(tx, deps, actor, { leadId: ids.id, kind: 'feedback', summary: describe(feedback, reason) })
  })
}

/** Labels the post for the signals whose judge has found it by now. */
async function teach(
  tx: Tx,
  deps: LeadChangeDependencies,
  { organizationId, userId }: Actor,
  { leadId, feedback }: { leadId: string; feedback: Feedback },
): Promise<void> {
  const found = await selectFoundBy(tx, organizationId, leadId)
  if (!found) return
  const fits = feedback === null ? null : feedback === 'positive'
  await deps.onLabelled(tx, { organizationId, ...found, source: 'feedback', fits, userId })
}

function describe(feedback: Feedback, reason: string | null): string {
  if (feedback === null) return 'Feedback taken back'
  const said = feedback === 'positive' ? 'Feedback: a good lead' : 'Feedback: not a lead'
  return reason === null ? said : `${said} – ${shorten(reason, REASON_CHARACTERS_MAX)}`
}
