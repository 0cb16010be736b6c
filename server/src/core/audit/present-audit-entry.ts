import type { AuditEntry } from '@leadlight/contract/team'
import type { AuditRow } from './audit-store.ts'
import { composeEntry } from './compose-entry.ts'
import type { FoundNames } from './names.ts'

/** An entry with its sentence, whose parts name what they lead to. */
export function presentAuditEntry(row: AuditRow, findName: FoundNames): AuditEntry {
  const nameOf = (id: string | null) => (id === null ? null : (findName('account', id)?.name ?? null))
  const parts = composeEntry(row, findName)
  return {
    id: row.id,
    at: row.at.toISOString(),
    actor: nameOf(row.actor_id),
    actor_id: row.actor_id,
    impersonator: nameOf(row.impersonator_id),
    action: row.action,
    summary: `${parts.map(({ text }) => text).join('')}.`,
    parts,
    target: row.target,
    client_address: row.client_address,
    user_agent: row.user_agent,
  }
}
