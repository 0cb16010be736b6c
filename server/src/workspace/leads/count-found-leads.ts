import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/**
 * For each project, how many leads were found on each day, including leads deleted since; projects without any are left
 * out. `starts` are the starts of the days and, last, of the day after them.
 */
export async function countFoundLeads(
  tx: Tx,
  organizationId: string,
  projectIds: readonly string[],
  starts: readonly Date[],
): Promise<Map<string, number[]>> {
  if (projectIds.length === 0) return new Map()
  const { rows } = await sql<{ project_id: string; day: number; leads: number }>`
    select project_id, width_bucket(collected_at, ${starts}::timestamptz[]) - 1 as day, count(*)::integer as leads
    from lead
    where organization_id = ${organizationId} and project_id in (${sql.join(projectIds)})
      and collected_at >= ${starts[0]} and collected_at < ${starts.at(-1)}
    group by 1, 2`.execute(tx)
  const found = new Map<string, number[]>()
  for (const { project_id: projectId, day, leads } of rows) {
    const days = found.get(projectId) ?? Array.from({ length: starts.length - 1 }, () => 0)
    days[day] = leads
    found.set(projectId, days)
  }
  return found
}
