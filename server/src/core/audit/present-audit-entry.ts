import type { AuditEntry } from '@leadlight/contract/team'
import { nameOf, type Person } from '../accounts/find-people.ts'
import type { AuditRow } from './audit-store.ts'
import { OPERATOR_ACTIONS } from './operator-actions.ts'

/** `summaries` has a sentence for each call of the API; a call of an earlier version is shown by its name. */
export function presentAuditEntry(
  row: AuditRow,
  people: ReadonlyMap<string, Person>,
  summaries: ReadonlyMap<string, string>,
): AuditEntry {
  return {
    id: row.id,
    at: row.at.toISOString(),
    actor: nameIn(people, row.actor_id),
    actor_id: row.actor_id,
    impersonator: nameIn(people, row.impersonator_id),
    action: row.action,
    summary: firstSentence(summaries.get(row.action) ?? operatorSummary(row.action) ?? row.action),
    target: row.target,
    client_address: row.client_address,
    user_agent: row.user_agent,
  }
}

/** The rest of a summary is for programmers: headers, fields of the body, other calls. */
function firstSentence(summary: string): string {
  return summary.split(/(?<=\.)\s/u)[0] ?? summary
}

function nameIn(people: ReadonlyMap<string, Person>, id: string | null): string | null {
  const person = id === null ? undefined : people.get(id)
  return person ? nameOf(person) : null
}

function operatorSummary(action: string): string | undefined {
  return Object.entries(OPERATOR_ACTIONS).find(([name]) => name === action)?.[1]
}
