import type { HistoryEntry } from '@leadlight/contract/lead-work'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import type { LeadDependencies } from './lead-dependencies.ts'
import { insertHistory } from './history-store.ts'

/** Records what somebody, or nobody in person, did to a lead of the organization, in the same transaction. */
export function recordHistory(
  tx: Tx,
  { clock, newId }: Pick<LeadDependencies, 'clock' | 'newId'>,
  { organizationId, userId }: Pick<Actor, 'organizationId'> & { userId: string | null },
  what: { leadId: string; kind: HistoryEntry['kind']; summary: string },
): Promise<void> {
  return insertHistory(tx, organizationId, [{ id: newId(), accountId: userId, at: clock.now(), ...what }])
}
