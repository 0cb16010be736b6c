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
  /** Whom the message is to, where it is to the lead's author and not about the lead; it is kept with the person. */
  personId?: string
  messageType: DraftType
  /** What the writer wants said or changed; may be empty. */
  prompt: string
  idempotencyKey: string | undefined
}

/** A draft that is about to be written, its price held. */
export interface DraftRun {
  id: string
  actor: Actor
  order: DraftOrder
  source: DraftSource
  request: DraftRequest
  /** Whether credits are held for it. */
  isHeld: boolean
  call: IdempotentCall | undefined
}

/**
 * Looks at the lead and who asks, and holds the price of a draft, all in one transaction. Where the same call was made
 * before it answers what came of it. Throws `lead_not_found`, `no_credits_left` or `guest_cap_reached`; then nothing is
 * held and no model is asked.
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
    // Looked at together, since somebody waits for every round trip. What is held goes again where the lead is out of reach; but
    // whoever asks again must not find their credits short, so a key is looked at first.
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
  // What is held is looked for when it is settled, and nothing is kept or charged without it. So whoever waits need not wait for
  // the disk: a database that dies with the hold unwritten has lost the key and the audit entry with it, and the end refuses.
  return deps.db.transaction(organizationScope(organizationId), looked, { mayBeLost: isHeld })
}

function findFormer(tx: Tx, organizationId: string, order: DraftOrder): Promise<{ draft: string } | undefined> {
  const { personId } = order
  return personId === undefined ? findDraft(tx, organizationId, order) : findPersonDraft(tx, organizationId, personId)
}

/** Should this process die while it writes, the job gives back what is held. */
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
  // Which post a message to a person is written from may be another by the time it is asked for again.
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
