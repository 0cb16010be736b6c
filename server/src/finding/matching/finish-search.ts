import { settleReservation } from '../../core/billing/ledger.ts'
import { drawAuditJob } from './draw-audit-job.ts'
import type { Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { lockSignalFirst, lockSignalsFirst } from '../../core/signals/signals.ts'
import { announceSearch } from './announce-search.ts'
import { dropPassed, findReservedBatch, moveCandidates } from './candidate-store.ts'
import { batchKey } from './reserve-batch.ts'
import { findUnsure, keepUnsure, sayUnsure } from './keep-unsure.ts'
import type { MatchingDependencies } from './matching-dependencies.ts'
import { endLegs, selectLegs } from './leg-store.ts'
import { sayUnasked } from './say-unasked.ts'
import { findOpenSearch, lockOpenSearches, lockSearch, updateSearch, type SearchRow } from './search-store.ts'

type Ending = 'done' | 'stopped' | 'failed'
type EndingDependencies = Pick<MatchingDependencies, 'channels' | 'clock' | 'jobs' | 'ledger'>

/** Ends a search that has nothing left to do. Where nothing passed for its signal, the best few are shown as unsure. */
export async function finishSearch(deps: MatchingDependencies, seen: SearchRow): Promise<void> {
  const unsure = seen.kept === 0 ? await findUnsure(deps, seen) : []
  await deps.db.transaction(organizationScope(seen.organizationId), async (tx) => {
    await lockSignalFirst(tx, seen.organizationId, seen.signalId)
    const search = await lockSearch(tx, seen.organizationId, seen.id)
    if (search?.state !== 'running') return
    const legs = await selectLegs(tx, search.organizationId, [search.id])
    const allFailed = legs.length > 0 && legs.every((leg) => leg.state === 'failed')
    const shown = await keepUnsure(tx, deps, search, unsure)
    const unasked = await sayUnasked(tx, deps, search, legs)
    const note = allFailed ? 'No source could be read. See the channels for what is wrong.' : (search.note ?? unasked)
    // Leads may have come from what was held before.
    const state = allFailed && search.kept === 0 ? 'failed' : 'done'
    const newLeads = search.newLeads === null ? null : search.newLeads + shown.recorded
    return end(tx, deps, { ...search, newLeads }, { state, note: sayUnsure(note, shown.recorded + shown.matched) })
  })
}

/** Ends a search whose job has failed for good, and releases what was reserved for it. */
export async function failSearch(deps: MatchingDependencies, organizationId: string, searchId: string): Promise<void> {
  await deps.db.transaction(organizationScope(organizationId), async (tx) => {
    const search = await lockSearch(tx, organizationId, searchId)
    if (search?.state !== 'running' && search?.state !== 'queued') return
    const note = 'The search failed on our side. What it found is kept, and what it held was given back. Run it again.'
    await end(tx, deps, search, { state: 'failed', note })
  })
}

/**
 * Stops the signal's running search in the caller's transaction: nothing more is asked, judged or charged. Throws
 * `conflict` where none is running.
 */
export async function stopSearch(
  tx: Tx,
  deps: EndingDependencies,
  organizationId: string,
  signalId: string,
): Promise<string> {
  const searchId = await stopIfRunning(tx, deps, organizationId, signalId)
  if (searchId) return searchId
  throw new AppError('conflict', 'search_not_running', 'No search for this signal is running.')
}

/** Stops the signal's search where one is running, and returns its id. */
export async function stopIfRunning(
  tx: Tx,
  deps: EndingDependencies,
  organizationId: string,
  signalId: string,
): Promise<string | undefined> {
  const open = await findOpenSearch(tx, organizationId, signalId)
  const search = open && (await lockSearch(tx, organizationId, open.id))
  if (search?.state !== 'running' && search?.state !== 'queued') return undefined
  await end(tx, deps, search, { state: 'stopped', note: 'Stopped by hand. What was found is kept.' })
  return search.id
}

/**
 * Stops every open search of these projects in the caller's transaction. Their reservations are released, and a worker
 * in the middle of a step finds nothing left to do.
 */
export async function stopSearchesOf(
  tx: Tx,
  deps: EndingDependencies,
  organizationId: string,
  projectIds: readonly string[],
): Promise<void> {
  // Locks all signals, then all searches, then the account: the order in which a running search takes them.
  await lockSignalsFirst(tx, organizationId, projectIds)
  for (const search of await lockOpenSearches(tx, organizationId, projectIds)) {
    await end(tx, deps, search, { state: 'stopped', note: 'Stopped, since its project is being deleted.' })
  }
}

async function end(
  tx: Tx,
  deps: EndingDependencies,
  search: SearchRow,
  ending: { state: Ending; note: string | null },
): Promise<void> {
  const { organizationId } = search
  const held = await findReservedBatch(tx, search)
  if (held) {
    await settleReservation(tx, deps.ledger, organizationId, { key: batchKey(search, held.batch), used: 0 })
    await moveCandidates(tx, search, { postIds: held.postIds, from: 'held', to: 'passed', batch: null })
  }
  await endLegs(tx, search, ending.state)
  const passedOver = search.passedOver + (await dropPassed(tx, search))
  const now = deps.clock.now()
  await updateSearch(tx, search, { state: ending.state, note: ending.note, finishedAt: now, passedOver, asking: null })
  // What the search passed over can be audited from now on.
  const { signalId } = search
  await deps.jobs.enqueue(tx, drawAuditJob, { organizationId, signalId }, { key: signalId })
  await announceSearch(tx, deps, search)
}
