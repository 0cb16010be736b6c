import type { Suppression } from '../../core/suppression/suppression.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/db.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireSignal } from '../../core/signals/require-signal.ts'
import { findLastWeek, selectDrawn, type AuditPostRow } from './audit-store.ts'

export interface Deck {
  intentSignal: string
  week: string | null
  posts: AuditPostRow[]
}

/** The signal's last sample of passed-over posts, answered or not; empty where nothing was ever drawn. */
export function getAudit(
  { db, suppression }: { db: Db; suppression: Suppression },
  actor: Actor,
  ids: { projectId: string; id: string },
): Promise<Deck> {
  const { organizationId } = actor
  return db.transaction(organizationScope(organizationId), async (tx) => {
    const { id: signalId, intentSignal } = await requireSignal(tx, actor, ids)
    const of = { organizationId, signalId }
    const week = await findLastWeek(tx, of)
    if (week === undefined) return { intentSignal, week: null, posts: [] }
    return { intentSignal, week, posts: await selectDrawn(tx, suppression, of, { week }) }
  })
}
