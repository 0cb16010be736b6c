import type { BulkResult, BulkSelection, LeadRow } from '@leadlight/contract/leads'
import { LEADS_NAMED_MAX } from '@leadlight/domain/leads'
import { undoLeads } from 'virtual:calls'
import { callOnce } from '../../lib/call-once.ts'
import type { Undo } from '../../lib/rows/changes.ts'
import type { Target as TargetRows } from '../../lib/rows/target.ts'
import { sendInBulk } from '../../lib/rows/target.ts'
import type { LeadCache } from './lead-cache.ts'
import type { LeadFilters } from './lead-filters.ts'
import { bulkFilter } from './lead-filters.ts'

/** The leads of a change: those named, or all that match the filters. */
export type Target = TargetRows<LeadRow, LeadFilters>

type Send = (body: BulkSelection) => Promise<BulkResult>

/** Sends a bulk change of leads; returns how to undo it, null if nothing changed. */
export function sendBulk(projectId: string, cache: LeadCache, target: Target, send: Send): Promise<Undo | null> {
  return sendInBulk<LeadFilters, BulkSelection>({
    target,
    idsMax: LEADS_NAMED_MAX,
    naming: (lead_ids) => ({ lead_ids }),
    matching: (filters) => ({ filter: bulkFilter(filters) }),
    send,
    // A token is undone once, so it is the key: pressed again after a failure, undo goes on where it was.
    undo: (undo_token) => callOnce(undoLeads, { params: { projectId }, body: { undo_token } }, undo_token),
    refresh: cache.refresh,
  })
}
