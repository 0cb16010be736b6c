import { selectPosts } from '../../core/posts/posts.ts'
import { requireSignal } from '../../core/signals/require-signal.ts'
import type { SignalRow } from '../../core/signals/signals.ts'
import type { Suppression } from '../../core/suppression/suppression.ts'
import { recordLeads } from '../../people/prospects/record-leads.ts'
import { requirePermission, type Actor } from '../../platform/actor.ts'
import type { Db, Tx } from '../../platform/db.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { fillWithNewLeads } from '../../workspace/filling/fill-with-new-leads.ts'
import { findLeadsOfPosts } from '../../workspace/leads/find-leads-at.ts'
import { foundByHand, matchByHand, takeMatchBack, type HandDependencies } from '../../workspace/leads/match-by-hand.ts'
import { findOriginals, gatherCopies } from '../matching/gather-copies.ts'
import { announceLeads } from '../matching/record-verdicts.ts'
import { notPassedOver } from './explain-passed-over.ts'
import { selectPassedOver } from './passed-over-store.ts'

export interface KeepingDependencies extends HandDependencies {
  db: Db
  jobs: Jobs
  suppression: Suppression
}

interface Asked {
  projectId: string
  signalId: string
  postId: string
  kept: boolean
}

/**
 * Keeps a post that a signal passed over as a lead of it, on the actor's word, or takes that back. Returns the lead; null
 * if it is none any more. Where another signal's lead is the post, or has its words, that lead is it. Nothing is judged,
 * so nothing is charged, and repeating it changes nothing.
 */
export function keepPassedOver(
  deps: KeepingDependencies,
  actor: Actor,
  { kept, postId, ...ids }: Asked,
): Promise<{ leadId: string | null }> {
  requirePermission(actor, 'signal.write')
  const { organizationId } = actor
  const { projectId } = ids
  return deps.db.transaction(organizationScope(organizationId), async (tx) => {
    // Locked first, as when search results are recorded: of two who keep one post the second finds the lead of the first.
    const signal = await requireSignal(tx, actor, { projectId, id: ids.signalId })
    const of = { signal, postId }
    const known = await findLeadId(tx, organizationId, of)
    if (known === undefined) await requirePassedOver(tx, deps, organizationId, of)
    if (!kept) {
      const isLead = known !== undefined && (await takeMatchBack(tx, deps, actor, { projectId, id: known, signal }))
      return { leadId: isLead ? known : null }
    }
    const { leadId, fresh } =
      known === undefined ? await recordByHand(tx, deps, organizationId, of) : { leadId: known, fresh: [] }
    await matchByHand(tx, deps, actor, { projectId, id: leadId, signal })
    await announceLeads(tx, { organizationId, projectId, searchId: null, leadIds: fresh, now: deps.clock.now() })
    return { leadId }
  })
}

interface OfPost {
  signal: SignalRow
  postId: string
}

async function findLeadId(
  tx: Tx,
  organizationId: string,
  { signal: { projectId }, postId }: OfPost,
): Promise<string | undefined> {
  return (await findLeadsOfPosts(tx, { organizationId, projectId }, [postId])).get(postId)?.leadId
}

async function requirePassedOver(
  tx: Tx,
  { suppression }: KeepingDependencies,
  organizationId: string,
  { signal, postId }: OfPost,
): Promise<void> {
  const project = { organizationId, projectId: signal.projectId }
  const { rows } = await selectPassedOver(tx, suppression, project, { signalId: signal.id, postId, limit: 1 })
  if (rows.length === 0) throw notPassedOver()
}

/**
 * Stores the post as a lead and returns it, among the leads that are new to the project. Where a lead has its words
 * already, that one. A post that was erased meanwhile is "not found", as one whose author was suppressed.
 */
async function recordByHand(
  tx: Tx,
  deps: KeepingDependencies,
  organizationId: string,
  { signal, postId }: OfPost,
): Promise<{ leadId: string; fresh: string[] }> {
  const ids = { organizationId, projectId: signal.projectId, signalId: signal.id }
  const found = (await selectPosts(tx, [postId])).map(foundByHand)
  await gatherCopies(tx, ids, { found, originals: await findOriginals(tx, ids, [postId]) })
  const original = await findLeadId(tx, organizationId, { signal, postId })
  if (original !== undefined) return { leadId: original, fresh: [] }
  const { clock, newId, suppression } = deps
  const { recorded: fresh } = await recordLeads(tx, { ...ids, now: clock.now(), newId, suppression }, found)
  // None is new where another signal's search has just found the post.
  const leadId = fresh[0] ?? (await findLeadId(tx, organizationId, { signal, postId }))
  if (leadId === undefined) throw notPassedOver()
  await fillWithNewLeads(tx, deps, { ...ids, leadIds: fresh })
  return { leadId, fresh }
}
