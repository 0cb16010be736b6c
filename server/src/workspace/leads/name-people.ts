import type { Tx } from '../../platform/db.ts'
import { findMembers } from '../../core/organization/find-teammates.ts'
import type { MatchRow } from './match-store.ts'

/** Adds to matches made by people who made them, as long as they are in the organization. */
export async function namePeople(tx: Tx, organizationId: string, matches: readonly MatchRow[]): Promise<MatchRow[]> {
  const members = await findMembers(
    tx,
    organizationId,
    matches.flatMap((match) => match.said_by ?? []),
  )
  return matches.map((match) => {
    const person = match.said_by === null ? undefined : members.get(match.said_by)
    return person ? { ...match, reason: `Added by ${person.name}` } : match
  })
}
