import * as contract from '@leadlight/contract/team'
import { serve, type App } from '../../platform/http.ts'
import { listAuditLog, type AuditDependencies } from './list-audit-log.ts'
import { presentAuditEntry } from './present-audit-entry.ts'

export function auditRoutes(app: App, dependencies: AuditDependencies): void {
  serve(app, contract.listAuditLog, async ({ actor, query }) => {
    const { actor_id: actorId, action, date_from: from, date_to: to, limit, cursor } = query
    const filter = { actorId, action, from: instantOf(from), to: instantOf(to) }
    const page = await listAuditLog(dependencies, actor, { filter, limit, cursor })
    return {
      items: page.entries.map((entry) => presentAuditEntry(entry, page.findName)),
      total: page.total,
      total_capped: page.totalCapped,
      next_cursor: page.nextCursor,
    }
  })
}

function instantOf(instant: string | undefined): Date | undefined {
  return instant === undefined ? undefined : new Date(instant)
}
