import type { LeadCounts } from '@leadlight/contract/lead-work'
import { LEADS_COUNTED_MAX, NO_STATUS } from '@leadlight/domain/leads'
import type { Role } from '@leadlight/domain/roles'
import { reaches, type Actor } from '../platform/actor.ts'
import { organizationScope } from '../platform/scopes.ts'
import { requireProject } from '../projects/require-project.ts'
import { facetCounts, type FacetCount } from './facet-store.ts'
import type { LeadDependencies } from './lead-dependencies.ts'
import { channelIdOf, externalIdFor } from './channel-ids.ts'
import type { LeadFilter } from './lead-filter.ts'
import { checkFilterColumns } from './require-filter-columns.ts'

/**
 * How many leads each choice of a filter would show while the other filters stay as they are; a choice that would show none
 * is left out. A platform counts as a choice beside its channels. What is more than 10,000 is told as 10,000.
 */
export async function countChoices(
  { db }: Pick<LeadDependencies, 'db'>,
  actor: Actor,
  { projectId, filter }: { projectId: string; filter: LeadFilter },
): Promise<LeadCounts> {
  await checkFilterColumns(db, actor, projectId, filter)
  const scope = organizationScope(actor.organizationId)
  const isReached = reaches(actor, projectId)
  const rows = isReached ? await db.read(scope, facetCounts(actor.organizationId, projectId, filter)) : []
  // Leads prove that their project is there; without any it has to be asked for.
  if (rows.length === 0) await db.transaction(scope, (tx) => requireProject(tx, actor, projectId))
  return presentCounts(rows, actor.role)
}

function presentCounts(rows: readonly FacetCount[], role: Role): LeadCounts {
  const of = (facet: FacetCount['facet'], nameOf: (row: FacetCount) => (string | null)[]) => {
    const counts = new Map<string, number>()
    for (const row of rows.filter((one) => one.facet === facet)) {
      for (const id of nameOf(row)) if (id !== null) counts.set(id, (counts.get(id) ?? 0) + Number(row.count))
    }
    return [...counts].map(([id, count]) => ({ id, count: Math.min(count, LEADS_COUNTED_MAX) }))
  }
  const flagged = (facet: 'read' | 'starred', flag: string) =>
    of(facet, ({ choice }) => [choice === flag ? flag : null])[0]?.count ?? 0
  return {
    statuses: of('status', ({ choice }) => [choice ?? NO_STATUS]),
    channels: of('channel', (row) => channelsOf(row, role)),
    intent_signals: of('signal', ({ choice }) => [choice]),
    github_issue_states: of('issue_state', ({ choice }) => [choice]),
    unread: flagged('read', 'false'),
    starred: flagged('starred', 'true'),
    capped_at: LEADS_COUNTED_MAX,
  }
}

function channelsOf({ choice: platform, community }: FacetCount, role: Role): string[] {
  if (platform === null) return []
  return community ? [platform, channelIdOf(platform, externalIdFor(role, community))] : [platform]
}
