import { toCredits } from '@leadlight/domain/credits'
import type { WrittenDraft } from '@leadlight/contract/drafts'
import { settleReservation } from '../../core/billing/ledger.ts'
import { lockAnsweredLead } from '../../workspace/leads/lock-answered-lead.ts'
import { recordHistory } from '../../workspace/leads/record-history.ts'
import { lockPerson } from '../prospects/lock-person.ts'
import type { Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { deleteCall, keepOutcome } from '../../platform/idempotency.ts'
import { organizationScope } from '../../platform/scopes.ts'
import type { DraftRun } from './begin-draft.ts'
import { COMPOSER_NAME } from './compose-draft.ts'
import type { DraftDependencies } from './draft-dependencies.ts'
import { putDraft, type Draft } from './draft-store.ts'
import { findSimilarDraft } from './find-similar-draft.ts'
import { presentPersonDraft, putPersonDraft } from './person-draft-store.ts'
import { presentDraft } from './present-draft.ts'
import { reservationKey } from './release-job.ts'

/**
 * Saves a finished draft in place of the one before and settles its price. Charges nothing if the lead or its post is
 * gone. Throws `model_unavailable` if it took so long that the credits were released.
 */
export function keepDraft(deps: DraftDependencies, run: DraftRun, text: string): Promise<WrittenDraft> {
  const { actor, order, call } = run
  const { organizationId } = actor
  return deps.db.transaction(organizationScope(organizationId), async (tx) => {
    await lockAnsweredLead(tx, actor, { projectId: order.projectId, id: order.leadId })
    const settlement = { key: reservationKey(run.id), used: deps.draftPrice }
    const charged = run.isHeld ? await settleReservation(tx, deps.ledger, organizationId, settlement) : 0
    if (run.isHeld && charged === 0) throw tooLate()
    const kept = { text, writtenBy: deps.languageModel?.name ?? COMPOSER_NAME, at: deps.clock.now() }
    const details = await keepWords(tx, deps, run, kept)
    const written = { draft: text, credits_spent: toCredits(charged), details }
    if (call) await keepOutcome(tx, call, written)
    return written
  })
}

interface KeptWords {
  text: string
  writtenBy: string
  at: Date
}

async function keepWords(
  tx: Tx,
  deps: DraftDependencies,
  { actor, order, request }: DraftRun,
  { text, writtenBy, at: updatedAt }: KeptWords,
): Promise<WrittenDraft['details']> {
  const { organizationId, userId: updatedBy } = actor
  const { projectId, leadId, personId } = order
  if (personId !== undefined) {
    await lockPerson(tx, actor, { projectId, id: personId })
    const message = { personId, draft: text, writtenBy, leadId, updatedBy, updatedAt }
    await putPersonDraft(tx, organizationId, message)
    return presentPersonDraft(message)
  }
  const draft: Draft = {
    leadId,
    messageType: order.messageType,
    draft: text,
    writtenBy,
    isTalkingPoints: request.asTalkingPoints,
    // Points are not sent.
    similarTo: request.asTalkingPoints ? null : await findSimilarDraft(tx, organizationId, { ...order, text }),
    updatedBy,
    updatedAt,
  }
  await putDraft(tx, organizationId, draft)
  await recordHistory(tx, deps, actor, { leadId, kind: 'draft', summary: summaryOf(draft) })
  return presentDraft(draft)
}

/** Releases the credits of a draft that failed. None of its words are kept, and the draft before stays. */
export async function abandonDraft(deps: DraftDependencies, { id, actor, isHeld, call }: DraftRun): Promise<void> {
  if (!isHeld && !call) return
  const { organizationId } = actor
  try {
    await deps.db.transaction(organizationScope(organizationId), async (tx) => {
      if (isHeld) await settleReservation(tx, deps.ledger, organizationId, { key: reservationKey(id), used: 0 })
      if (call) await deleteCall(tx, call)
    })
  } catch (error) {
    // The user hears first what went wrong; the job that was queued with the reservation releases it.
    deps.log.warn({ err: error, runId: id }, 'a draft that failed could not be released yet')
  }
}

function tooLate(): AppError {
  const detail = 'The draft was read so slowly that it ran out of time. Nothing was charged; try again.'
  return new AppError('upstream', 'model_unavailable', detail)
}

function summaryOf({ messageType, isTalkingPoints }: Draft): string {
  if (isTalkingPoints) return 'Drafted talking points'
  return messageType === 'reply' ? 'Drafted a reply' : 'Drafted a message'
}
