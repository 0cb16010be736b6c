import { requirePermission, type Actor } from '../../platform/actor.ts'
import type { Db, Tx } from '../../platform/db.ts'
import { readListCursor, totalOf, writeListCursor, type ListTotal } from '../../platform/list-cursor.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { countEntries, selectEntries, type AuditFilter, type AuditRow } from './audit-store.ts'
import { findNames } from './find-names.ts'
import type { AuditNames, FoundNames } from './names.ts'

const COUNTED_MAX = 10_000

export interface AuditDependencies {
  db: Db
  names: AuditNames
}

export interface AuditPage extends ListTotal {
  entries: AuditRow[]
  findName: FoundNames
  nextCursor: string | null
}

/**
 * One page of the changes in the actor's organization, newest first. A later page continues from its cursor and repeats
 * the total that the first page counted, up to 10,000.
 */
export function listAuditLog(
  { db, names }: AuditDependencies,
  actor: Actor,
  { filter, limit, cursor: text }: { filter: AuditFilter; limit: number; cursor: string | undefined },
): Promise<AuditPage> {
  requirePermission(actor, 'audit.read')
  const { organizationId } = actor
  const list = [organizationId, filter.actorId, filter.action, filter.from, filter.to]
  const cursor = text === undefined ? undefined : readListCursor(list, text)
  const after = cursor && { at: new Date(cursor.after.value), id: cursor.after.id }
  return db.transaction(organizationScope(organizationId), async (tx) => {
    const rows = await selectEntries(tx, organizationId, { filter, after, limit })
    const { total, totalCapped } = cursor ?? (await count(tx, organizationId, filter))
    const entries = rows.slice(0, limit)
    const last = rows.length > limit ? entries.at(-1) : undefined
    const position = last && { value: last.at.getTime(), id: last.id }
    const nextCursor = position ? writeListCursor(list, { total, totalCapped, after: position }) : null
    return {
      entries,
      findName: await findNames(tx, names, { organizationId, entries }),
      total,
      totalCapped,
      nextCursor,
    }
  })
}

async function count(tx: Tx, organizationId: string, filter: AuditFilter): Promise<ListTotal> {
  return totalOf(await countEntries(tx, organizationId, filter, COUNTED_MAX + 1), COUNTED_MAX)
}
