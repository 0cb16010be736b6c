import { requirePermission, type Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import { signalNotFound } from '../../core/signals/require-signal.ts'
import { findWordings, lockSignalsFirst } from '../../core/signals/signals.ts'
import { addMatches, refuseMatches, restoreMatches, type Correcting } from './correction-store.ts'
import type { LeadChangeDependencies } from './lead-dependencies.ts'
import { findLead, leadNotFound, type WholeLeadRow } from './lead-store.ts'
import { MADE_BY_PEOPLE, selectMatches } from './match-store.ts'
import { recordHistory } from './record-history.ts'
import { renewSummary } from './renew-summary.ts'
import { lockLead, type LeadIds } from './require-lead.ts'
import { shorten } from './shorten.ts'

const WORDING_CHARACTERS_MAX = 80
const SUMMARY_CHARACTERS_MAX = 400

/**
 * Sets the signals that a lead matches, which no search changes afterwards. A removed one is saved as refused and comes
 * back as it was when added again; an added one counts as a sure match. A lead without any stays. The signals learn
 * from it.
 */
export function correctLead(
  deps: LeadChangeDependencies,
  actor: Actor,
  { signalIds, ...ids }: LeadIds & { signalIds: readonly string[] },
): Promise<void> {
  requirePermission(actor, 'signal.write')
  const { organizationId, userId } = actor
  return deps.db.transaction(organizationScope(organizationId), async (tx) => {
    await requireProject(tx, actor, ids.projectId)
    // Locked before the lead, as when search results are recorded.
    await lockSignalsFirst(tx, organizationId, [ids.projectId])
    await lockLead(tx, actor, ids)
    const lead = await findLead(tx, organizationId, ids)
    if (!lead) throw leadNotFound()
    const matches = await selectMatches(tx, organizationId, lead.id)
    const wordings = await findWordings(tx, organizationId, ids.projectId)
    for (const match of matches) wordings.set(match.intent_signal_id, match.intent_signal)
    if (!signalIds.every((id) => wordings.has(id))) throw signalNotFound()
    const change = compare(
      matches.map((match) => match.intent_signal_id),
      signalIds,
    )
    if (change.added.length + change.removed.length === 0) return
    const now = deps.clock.now()
    const { said } = await applyChange(tx, { organizationId, leadId: lead.id, userId, now }, lead, change)
    const refused = matches.filter(
      ({ intent_signal_id: id, model }) => change.removed.includes(id) && model !== MADE_BY_PEOPLE,
    )
    await teach(
      tx,
      deps,
      { organizationId, userId, postId: lead.post_id },
      {
        ...change,
        said,
        refused: refused.map((match) => match.intent_signal_id),
      },
    )
    await recordHistory(tx, deps, actor, { leadId: lead.id, kind: 'signals', summary: describe(change, wordings) })
  })
}

/** Labels added signals as fitting and removed matches as not. What is only restored loses its label. */
async function teach(
  tx: Tx,
  deps: LeadChangeDependencies,
  by: { organizationId: string; userId: string; postId: string },
  { added, removed, said, refused }: SignalChange & { said: readonly string[]; refused: readonly string[] },
): Promise<void> {
  const note = (signalIds: readonly string[], fits: boolean | null) =>
    deps.onLabelled(tx, { ...by, signalIds, source: 'correction', fits })
  const takenBack = [...added, ...removed].filter((id) => !said.includes(id) && !refused.includes(id))
  await note(takenBack, null)
  await note(said, true)
  await note(refused, false)
}

interface SignalChange {
  added: readonly string[]
  removed: readonly string[]
}

function compare(former: readonly string[], wanted: readonly string[]): SignalChange {
  return {
    added: [...new Set(wanted)].filter((id) => !former.includes(id)),
    removed: former.filter((id) => !wanted.includes(id)),
  }
}

/**
 * Changes the matches, and updates the lead. Returns the added signals that nobody had refused.
 */
async function applyChange(
  tx: Tx,
  correcting: Correcting,
  lead: WholeLeadRow,
  { added, removed }: SignalChange,
): Promise<{ said: string[] }> {
  const { organizationId } = correcting
  await refuseMatches(tx, correcting, removed)
  const restored = await restoreMatches(tx, correcting, added)
  const said = added.filter((id) => !restored.includes(id))
  await addMatches(tx, correcting, said)
  const left = lead.ranked_signal_ids.filter((id) => !removed.includes(id))
  await renewSummary(tx, organizationId, lead, [...left, ...added])
  return { said }
}

function describe({ added, removed }: SignalChange, wordings: ReadonlyMap<string, string>): string {
  const inWords = (ids: readonly string[]) =>
    ids.map((id) => `“${shorten(wordings.get(id) ?? '', WORDING_CHARACTERS_MAX)}”`).join(', ')
  const parts = [
    ...(added.length > 0 ? [`added ${inWords(added)}`] : []),
    ...(removed.length > 0 ? [`took away ${inWords(removed)}`] : []),
  ]
  return shorten(`Signals: ${parts.join('; ')}`, SUMMARY_CHARACTERS_MAX)
}
