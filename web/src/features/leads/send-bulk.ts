import type { BulkResult, BulkSelection, LeadRow } from '@leadlight/contract/leads'
import { LEADS_NAMED_MAX } from '@leadlight/domain/leads'
import { call } from '../../lib/api.ts'
import { undoLeads } from '../../lib/calls.ts'
import type { LeadCache } from './lead-cache.ts'
import type { LeadFilters } from './lead-filters.ts'
import { bulkFilter } from './lead-filters.ts'

/** Which leads a change means: those named, or all that pass the filters (`leads` are then those that are loaded). */
export interface Target {
  leads: readonly LeadRow[]
  allOf?: { filters: LeadFilters; count: number; isCapped: boolean }
}

export type Undo = () => Promise<void>
type Send = (body: BulkSelection) => Promise<BulkResult>

/** Sends a bulk change in as many calls as it takes; answers how to undo it, null where nothing changed. */
export async function sendBulk(projectId: string, cache: LeadCache, target: Target, send: Send): Promise<Undo | null> {
  const results: BulkResult[] = []
  try {
    for (const body of selections(target)) results.push(await send(body))
  } finally {
    // What is not loaded, or was changed before a later call failed, is known to the server alone.
    if (target.allOf || target.leads.length > LEADS_NAMED_MAX) cache.refresh()
  }
  const tokens = results.flatMap((result) => result.undo_token ?? [])
  if (tokens.length === 0) return null
  return async () => {
    for (const token of tokens.toReversed()) {
      await call(undoLeads, { params: { projectId }, body: { undo_token: token } })
    }
    if (target.allOf) cache.refresh()
  }
}

/** What a bulk call is sent: the filter, or the ids in as many calls as the contract's limit asks for. */
function* selections(target: Target): Generator<BulkSelection> {
  if (target.allOf) {
    yield { filter: bulkFilter(target.allOf.filters) }
    return
  }
  const ids = target.leads.map((lead) => lead.id)
  for (let at = 0; at < ids.length; at += LEADS_NAMED_MAX) yield { lead_ids: ids.slice(at, at + LEADS_NAMED_MAX) }
}
