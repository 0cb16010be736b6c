import type { LeadRow } from '@leadlight/contract/leads'
import { FILTER_ROWS_MAX } from '@leadlight/domain/filters'
import { listLeads } from 'virtual:calls'
import { call } from '../../lib/api.ts'

/** The leads as the server has them, deleted ones included; erased ones are missing. */
export async function readRows(projectId: string, ids: readonly string[]): Promise<Map<string, LeadRow>> {
  const rows = new Map<string, LeadRow>()
  for (let at = 0; at < ids.length; at += FILTER_ROWS_MAX) {
    const named = ids.slice(at, at + FILTER_ROWS_MAX)
    await read(named, false)
    const missing = named.filter((id) => !rows.has(id))
    if (missing.length > 0) await read(missing, true)
  }
  return rows

  async function read(named: readonly string[], deleted: boolean) {
    const query = {
      lead_ids: [...named],
      limit: String(named.length),
      ...(deleted ? { deleted: 'true' as const } : {}),
    }
    const page = await call(listLeads, { params: { projectId }, query })
    for (const row of page.items) rows.set(row.id, row)
  }
}
