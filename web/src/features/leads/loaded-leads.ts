import type { LeadRow } from '@leadlight/contract/leads'
import type { ListStore as StoreOfRows } from '../../lib/rows/list-store.ts'
import type { LoadedRows, RowChange } from '../../lib/rows/loaded-rows.ts'

/** The part of a list of leads that has been loaded. */
export type LoadedLeads = LoadedRows<LeadRow>
/** How some leads change: all in the same way, or each in its own. */
export type LeadChange = RowChange<LeadRow>
/** Where one stands among the leads and which are selected. */
export type LeadStore = StoreOfRows<LeadRow>
