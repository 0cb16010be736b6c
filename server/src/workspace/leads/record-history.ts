import type { HistoryEntry } from '@leadlight/contract/lead-work'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import type { LeadDependencies } from './lead-dependencies.ts'
import { insertHistory } from './history-store.ts'

/** Records what somebody did to a lead of their organization, in the same transaction. */
export function recordHistory(
  tx: Tx,
  { clock, newId }: Pick<LeadDependencies, 'clock' | 'newId'>,
  actor: Actor,
  what: { leadId: string; kind: HistoryEntry['kind']; summary: string },
): Promise<void> {
  return insertHistory(tx, actor.organizationId, [{ id: newId(), accountId: actor.userId, at: clock.now(), ...what }])
}
