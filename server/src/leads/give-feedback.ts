import { requirePermission, type Actor } from '../platform/actor.ts'
import { organizationScope } from '../platform/scopes.ts'
import { shorten } from './shorten.ts'
import { setFeedback } from './feedback-store.ts'
import type { LeadDependencies } from './lead-dependencies.ts'
import { recordHistory } from './record-history.ts'
import { requireHeldLead, type LeadPlace, type SaidOfLead } from './require-lead.ts'

/** How much of a reason the history repeats; the lead has it whole. */
const REASON_CHARACTERS_MAX = 120

type Feedback = SaidOfLead['feedback']

/**
 * Says whether a lead is a good one, or takes that back with null; the quality of its signals follows at once. A reason
 * goes with what it was given for. The same again changes nothing.
 */
export function giveFeedback(
  deps: LeadDependencies,
  actor: Actor,
  { feedback, reason: given, ...place }: LeadPlace & { feedback: Feedback; reason: string | undefined },
): Promise<void> {
  requirePermission(actor, 'lead.triage')
  const { organizationId } = actor
  return deps.db.transaction(organizationScope(organizationId), async (tx) => {
    const former = await requireHeldLead(tx, actor, place)
    const isSame = former.feedback === feedback
    const reason = feedback === null ? null : (given ?? (isSame ? former.feedback_reason : null)) || null
    if (isSame && reason === former.feedback_reason) return
    await setFeedback(tx, organizationId, { leadId: place.id, feedback, reason })
    await recordHistory(tx, deps, actor, { leadId: place.id, kind: 'feedback', summary: describe(feedback, reason) })
  })
}

function describe(feedback: Feedback, reason: string | null): string {
  if (feedback === null) return 'Feedback taken back'
  const said = feedback === 'positive' ? 'Feedback: a good lead' : 'Feedback: not a lead'
  return reason === null ? said : `${said} – ${shorten(reason, REASON_CHARACTERS_MAX)}`
}
