import type { HistoryEntry } from '@leadlight/contract/lead-work'
import { readHistory } from '../leads/read-history.ts'
import { requireLead, type LeadIds } from '../leads/require-lead.ts'
import type { Actor } from '../../platform/actor.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { findMembers } from '../../core/organization/find-teammates.ts'
import { mentionedIn, withNames } from './mentions.ts'
import type { TeamworkDependencies } from './teamwork-dependencies.ts'

/** A lead's history, newest first. People no longer in the organization are not named. */
export function listHistory(
  { db }: Pick<TeamworkDependencies, 'db'>,
  actor: Actor,
  ids: LeadIds,
): Promise<HistoryEntry[]> {
  const { organizationId } = actor
  return db.transaction(organizationScope(organizationId), async (tx) => {
    await requireLead(tx, actor, ids)
    const entries = await readHistory(tx, organizationId, ids.id)
    const named = entries.flatMap(({ accountId, kind, summary }) => [
      ...(accountId === null ? [] : [accountId]),
      ...(kind === 'assignee' ? mentionedIn(summary) : []),
    ])
    const members = await findMembers(tx, organizationId, named)
    return entries.map(({ id, at, accountId, kind, summary }) => ({
      id,
      at: at.toISOString(),
      by: (accountId !== null && members.get(accountId)) || null,
      kind,
      summary: kind === 'assignee' ? withNames(summary, (userId) => members.get(userId)?.name) : summary,
    }))
  })
}
