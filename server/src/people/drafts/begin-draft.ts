import type { DraftType } from '@leadlight/domain/drafts'
import { draftingRule } from '@leadlight/domain/communities'
import { reserveCredits } from '../../core/billing/ledger.ts'
import { requireLeadToAnswer, type LeadToAnswer } from '../../workspace/leads/require-lead-to-answer.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { claimCall, type IdempotentCall } from '../../platform/idempotency.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { pipelineStatements } from '../../platform/pipeline-statements.ts'
import type { DraftRequest, DraftSource } from './draft-brief.ts'
import type { DraftDependencies } from './draft-dependencies.ts'
import { findDraft } from './draft-store.ts'
import { findPersonDraft } from './person-draft-store.ts'
import { reservationKey, RELEASE_AFTER_MS, releaseJob } from './release-job.ts'

export interface DraftOrder {
  projectId: string
  leadId: string
  /**
   * Set when the message is to the lead's author rather than about the lead; the draft is then kept with the person.
   */
  personId?: string
  messageType: DraftType
  /** What the writer wants said or changed; may be empty. */
  prompt: string
  idempotencyKey: string | undefined
}

/** A draft that is about to be written, its price reserved. */
export interface DraftRun {
  id: string
  actor: Actor
  order: DraftOrder
  source: DraftSource
  request: DraftRequest
  /** Whether credits are reserved for it. */
  isHeld: boolean
  call: IdempotentCall | undefined
}

/**
 * Reads the lead and reserves the price of a draft, in one transaction. A repeated call answers the first one's
 * outcome. Throws `lead_not_found`, `no_credits_left` or `guest_cap_reached`; then nothing is reserved and no model is
 * asked.
 */
export function beginDraft(
  deps: DraftDependencies,
  actor: Actor,
  order: DraftOrder,
): Promise<{ run: DraftRun } | { outcome: unknown }> {
  const { organizationId } = actor
  const call = toCall(actor, order, deps.clock.now())
  const isHeld = deps.languageModel !== undefined && deps.draftPrice > 0
  const looked = async (tx: Tx) => {
    const id = deps.newId()
    // Pipelined, since somebody waits for every round trip; out of reach, the reservation rolls back. With a key, the
    // key is read first: a repeated call must not fail for lack of credits.
    const reading = [
      requireLeadToAnswer(tx, actor, { projectId: order.projectId, id: order.leadId }),
      call && claimCall(tx, call),
      order.prompt === '' ? undefined : findFormer(tx, organizationId, order),
    ] as const
    const [lead, before, former] = await pipelineStatements([
      ...reading,
      isHeld && !call ? hold(tx, deps, { id, actor, order }) : undefined,
    ])
    if (before) return before
    if (isHeld && call) await hold(tx, deps, { id, actor, order })
    const request = {
      messageType: order.messageType,
      prompt: order.prompt,
      asTalkingPoints: order.messageType === 'reply' && draftingRule(lead.platform, lead.community) !== null,
      formerDraft: former?.draft || null,
    }
    return { run: { id, actor, order, source: toSource(lead), request, isHeld, call } }
  }
  // This commit need not wait for the disk. A database that crashes before the reservation is written has lost the key
  // and the audit entry too. Settling then finds no reservation, and keeps and charges nothing.
  return deps.db.transaction(organizationScope(organizationId), looked, { mayBeLost: isHeld })
}

function findFormer(tx: Tx, organizationId: string, order: DraftOrder): Promise<{ draft: string } | undefined> {
  const { personId } = order
  return personId === undefined ? findDraft(tx, organizationId, order) : findPersonDraft(tx, organizationId, personId)
}

/** If this process dies while it writes, the job releases the credits. */
async function hold(
  tx: Tx,
  deps: DraftDependencies,
  { id, actor, order }: Pick<DraftRun, 'id' | 'actor' | 'order'>,
): Promise<void> {
  const { organizationId, userId: accountId, role } = actor
  const what = order.messageType === 'reply' ? 'A drafted reply' : 'A drafted message'
  const occasion = { what, work: 'draft' as const, projectId: order.projectId, signalId: null, accountId, role }
  await pipelineStatements([
    reserveCredits(tx, deps.ledger, organizationId, { key: reservationKey(id), amount: deps.draftPrice, occasion }),
    deps.jobs.enqueue(tx, releaseJob, { organizationId, runId: id }, { key: id, startAfterMs: RELEASE_AFTER_MS }),
  ])
}

function toCall({ organizationId, userId }: Actor, order: DraftOrder, at: Date): IdempotentCall | undefined {
  const { idempotencyKey: key, projectId, leadId, personId, messageType, prompt } = order
  if (key === undefined) return undefined
  // A message to a person may be written from another post when it is asked for again, so the post is left out.
  const asked =
    personId === undefined
      ? ['draftMessage', projectId, leadId, messageType, prompt]
      : ['draftPersonMessage', projectId, personId, prompt]
  return { organizationId, projectId, accountId: userId, key, asked, at }
}

function toSource({ project, ...lead }: LeadToAnswer): DraftSource {
  const { businessName, businessDescription, purpose, website, writing } = project
  return { business: { businessName, businessDescription, purpose, website, writing }, ...lead }
}
