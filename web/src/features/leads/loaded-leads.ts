import type { LeadRow } from '@leadlight/contract/leads'
import type { ListStore as StoreOfRows } from '../../lib/rows/list-store.ts'
import type { LoadedRows, RowChange } from '../../lib/rows/loaded-rows.ts'

/** The loaded part of a list of leads. */
export type LoadedLeads = LoadedRows<LeadRow>
/** A change to leads: the same for all, or computed for each. */
export type LeadChange = RowChange<LeadRow>
/** The current lead and the selection. */
export type LeadStore = StoreOfRows<LeadRow>
