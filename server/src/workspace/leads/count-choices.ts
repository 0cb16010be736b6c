import type { LeadCounts } from '@leadlight/contract/lead-work'
import { countedNames, LEAD_FILTERS } from '@leadlight/domain/filters'
import { LEADS_COUNTED_MAX, NO_STATUS } from '@leadlight/domain/leads'
import type { Role } from '@leadlight/domain/roles'
import { reaches, type Actor } from '../../platform/actor.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import { facetCounts, type CountedFilter, type FacetCount } from './facet-store.ts'
import type { LeadDependencies } from './lead-dependencies.ts'
import { channelIdOf, externalIdFor } from './channel-ids.ts'
import type { LeadFilter } from './lead-filter.ts'
import { checkFilterColumns } from './require-filter-columns.ts'

/**
 * How many leads each choice of a filter would show while the other filters stay; choices that would show none are left
 * out. A platform is a choice beside its channels. Counts end at 10,000.
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
  // A lead proves that its project exists; without leads it must be checked.
  if (rows.length === 0) await db.transaction(scope, (tx) => requireProject(tx, actor, projectId))
  return presentCounts(rows, actor.role)
}

function presentCounts(rows: readonly FacetCount[], role: Role): LeadCounts {
  const counted = countedNames(LEAD_FILTERS).map((name) => {
    const { counted: told } = LEAD_FILTERS[name]
    const counts = countsOf(name, rows, role)
    return [told.as, 'when' in told ? (counts.get(String(told.when)) ?? 0) : inList(counts)]
  })
  // Safe: names and values follow the same declaration as the reply's schema.
  return { ...(Object.fromEntries(counted) as Omit<LeadCounts, 'capped_at'>), capped_at: LEADS_COUNTED_MAX }
}

/** How many leads each choice would show, up to the cap. */
function countsOf(name: CountedFilter, rows: readonly FacetCount[], role: Role): Map<string, number> {
  const counts = new Map<string, number>()
  for (const row of rows.filter(({ facet }) => facet === name)) {
    for (const id of choicesOf(row, role)) counts.set(id, (counts.get(id) ?? 0) + Number(row.count))
  }
  return new Map([...counts].map(([id, count]) => [id, Math.min(count, LEADS_COUNTED_MAX)]))
}

function inList(counts: ReadonlyMap<string, number>) {
  return [...counts].map(([id, count]) => ({ id, count }))
}

/**
 * Having no status is a choice with a word of its own; leads without any choice of another filter count for none of
 * them.
 */
function choicesOf(row: FacetCount, role: Role): string[] {
  if (row.facet === 'channels') return channelsOf(row, role)
  const choice = row.facet === 'statuses' ? (row.choice ?? NO_STATUS) : row.choice
  return choice === null ? [] : [choice]
}

function channelsOf({ choice: platform, community }: FacetCount, role: Role): string[] {
  if (platform === null) return []
  return community ? [platform, channelIdOf(platform, externalIdFor(role, community))] : [platform]
}
