import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { addMatches, ADDED_BY_HAND, deleteAdded } from './correction-store.ts'
import type { FoundLead, PostForLead } from './keep-leads.ts'
import type { LeadChangeDependencies } from './lead-dependencies.ts'
import { findLead, leadNotFound, setFlag, type WholeLeadRow } from './lead-store.ts'
import { MADE_BY_PEOPLE, selectMatches, type MatchRow } from './match-store.ts'
import { recordHistory } from './record-history.ts'
import { renewSummary } from './renew-summary.ts'
import { lockLead, type LeadIds } from './require-lead.ts'
import { shorten } from './shorten.ts'

const WORDING_CHARACTERS_MAX = 300

/** What it takes to match leads by hand. */
export type HandDependencies = Pick<LeadChangeDependencies, 'clock' | 'newId' | 'onLabelled' | 'onDeletedOrRestored'>

interface SaidSignal {
  id: string
  intentSignal: string
}

/** A post as a find on somebody's word, for a signal that no judge's verdict speaks for. `matchByHand` says whose word. */
export function foundByHand(post: PostForLead): FoundLead {
  return { post, ...ADDED_BY_HAND, base: null, evidence: [], conditions: [], model: MADE_BY_PEOPLE }
}

/**
 * Makes a signal match a lead on the actor's word, in the caller's transaction, which has locked the signal: a sure
 * match that no verdict changes. A deleted lead comes back. The signal learns from it. A match that is there stays.
 */
export async function matchByHand(
  tx: Tx,
  deps: HandDependencies,
  actor: Actor,
  { signal, ...ids }: LeadIds & { signal: SaidSignal },
): Promise<void> {
  const { lead, matches, match } = await lockMatch(tx, actor, { ids, signal })
  if (!match || isUnsigned(match)) {
    const { organizationId, userId } = actor
    await addMatches(tx, { organizationId, leadId: lead.id, userId, now: deps.clock.now() }, [signal.id])
    await finish(tx, deps, actor, {
      lead,
      signalIds: [...idsOf(matches), signal.id],
      signal,
      fits: true,
      summary: `Kept by hand for “${shorten(signal.intentSignal, WORDING_CHARACTERS_MAX)}”`,
    })
  }
  await setDeleted(tx, deps, actor, { ...ids, value: false })
}

/**
 * Takes back what `matchByHand` did, under the same conditions. A lead that no other signal matches is marked as
 * deleted. Returns whether it still is one. Matches of a judge stay.
 */
export async function takeMatchBack(
  tx: Tx,
  deps: HandDependencies,
  actor: Actor,
  { signal, ...ids }: LeadIds & { signal: SaidSignal },
): Promise<boolean> {
  const { lead, matches, match } = await lockMatch(tx, actor, { ids, signal })
  // What somebody else has said stays said.
  if (match?.model !== MADE_BY_PEOPLE || match.said_by !== actor.userId) return !lead.deleted
  const { organizationId } = actor
  await deleteAdded(tx, { organizationId, leadId: lead.id }, signal.id)
  const left = idsOf(matches).filter((id) => id !== signal.id)
  await finish(tx, deps, actor, {
    lead,
    signalIds: left,
    signal,
    fits: null,
    summary: `No longer kept by hand for “${shorten(signal.intentSignal, WORDING_CHARACTERS_MAX)}”`,
  })
  if (left.length === 0) await setDeleted(tx, deps, actor, { ...ids, value: true })
  return left.length > 0 && !lead.deleted
}

interface LockedMatch {
  lead: WholeLeadRow
  matches: MatchRow[]
  /** The signal's own, if it matches. */
  match: MatchRow | undefined
}

async function lockMatch(
  tx: Tx,
  actor: Actor,
  { ids, signal }: { ids: LeadIds; signal: SaidSignal },
): Promise<LockedMatch> {
  await lockLead(tx, actor, ids)
  const lead = await findLead(tx, actor.organizationId, ids)
  if (!lead) throw leadNotFound()
  const matches = await selectMatches(tx, actor.organizationId, lead.id)
  return { lead, matches, match: matches.find((one) => one.intent_signal_id === signal.id) }
}

/** A find by hand is recorded as any other, without the person. */
function isUnsigned({ model, said_by: saidBy }: MatchRow): boolean {
  return model === MADE_BY_PEOPLE && saidBy === null
}

function idsOf(matches: readonly MatchRow[]): string[] {
  return matches.map((match) => match.intent_signal_id)
}

interface Finished {
  lead: WholeLeadRow
  /** The signals that the lead matches now. */
  signalIds: readonly string[]
  signal: SaidSignal
  /** What the signal learns; null takes it back. */
  fits: boolean | null
  summary: string
}

async function finish(
  tx: Tx,
  deps: HandDependencies,
  actor: Actor,
  { lead, signalIds, signal, fits, summary }: Finished,
): Promise<void> {
  const { organizationId, userId } = actor
  await renewSummary(tx, organizationId, lead, signalIds)
  const label = { organizationId, userId, postId: lead.post_id, signalIds: [signal.id] }
  await deps.onLabelled(tx, { ...label, source: 'correction', fits })
  await recordHistory(tx, deps, actor, { leadId: lead.id, kind: 'signals', summary })
}

async function setDeleted(
  tx: Tx,
  deps: HandDependencies,
  actor: Actor,
  { value, ...ids }: LeadIds & { value: boolean },
): Promise<void> {
  const { organizationId } = actor
  const former = await setFlag(tx, organizationId, { ...ids, field: 'deleted', value })
  if (former === value) return
  const summary = value ? 'Deleted' : 'Brought back'
  await recordHistory(tx, deps, actor, { leadId: ids.id, kind: 'deleted', summary })
  await deps.onDeletedOrRestored(tx, { organizationId, projectId: ids.projectId })
}
