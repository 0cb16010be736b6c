import { CHANGED_LEADS_MAX } from '@leadlight/contract/changed'
import type { Tx } from '../../platform/db.ts'
import { announce } from './announce.ts'

/**
 * Makes open pages drop what was erased, in the transaction that erases it: these leads, which are gone or lost their
 * words, and their authors.
 */
export async function emitErasures(
  tx: Tx,
  organizationId: string,
  { leads, now }: { leads: readonly { leadId: string; projectId: string }[]; now: Date },
): Promise<void> {
  // In a fixed order, so that two who do this for several projects wait for each other instead of deadlocking.
  for (const projectId of [...new Set(leads.map((lead) => lead.projectId))].toSorted()) {
    const ids = leads.filter((lead) => lead.projectId === projectId).map(({ leadId }) => leadId)
    const tell = (what: 'leads' | 'people' | 'companies', lead_ids: string[] | null) =>
      announce(tx, organizationId, { projectId, payload: { type: 'changed', what, lead_ids, origin: null }, now })
    for (let from = 0; from < ids.length; from += CHANGED_LEADS_MAX) {
      await tell('leads', ids.slice(from, from + CHANGED_LEADS_MAX))
    }
    await tell('people', null)
    await tell('companies', null)
  }
}
