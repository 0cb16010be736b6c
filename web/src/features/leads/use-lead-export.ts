import { exportLeads } from 'virtual:calls'
import { send } from '../../lib/api.ts'
import { useExport } from '../../lib/rows/use-export.ts'
import type { BulkFilter } from './lead-filters.ts'
import type { LeadOrder } from './lead-order.ts'

/** Exports leads in the list's order. */
export function useLeadExport(projectId: string, order: LeadOrder) {
  return useExport<BulkFilter>('leads', (format, filter, signal) =>
    send(exportLeads, {
      params: { projectId },
      body: { ...filter, format, sort_by: order.by, sort_order: order.direction },
      signal,
    }),
  )
}
