import type { Stance } from '@leadlight/domain/watched-names/stances'
import { sql } from 'kysely'
import type { ProjectIds } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'

export interface WatchedName {
  id: string
  text: string
  /** Since when it is watched. */
  since: Date
}

/** The names that the project watches, the oldest first. A project has at most a hundred signals. */
export async function listWatchedNames(tx: Tx, { organizationId, projectId }: ProjectIds): Promise<WatchedName[]> {
  const { rows } = await sql<WatchedName>`
    select id, intent_signal as text, created_at as since from intent_signal_view
    where organization_id = ${organizationId} and project_id = ${projectId} and kind = 'name' and deleted_at is null
    order by created_at, id`.execute(tx)
  return rows
}

export interface NamedOnDay {
  signalId: string
  day: number
  stance: Stance | null
  posts: number
}

/**
 * How many posts hold each name, by the day on which they were written and by stance; deleted leads count too. Leads are
 * read by their time, and each of their matches by its key.
 */
export async function countNamed(
  tx: Tx,
  { organizationId, projectId }: ProjectIds,
  { starts, signalIds }: { starts: readonly Date[]; signalIds: readonly string[] },
): Promise<NamedOnDay[]> {
  const { rows } = await sql<NamedOnDay>`
    select found.intent_signal_id as "signalId", width_bucket(lead.posted_at, ${starts}::timestamptz[]) - 1 as day,
      found.stance, count(*)::integer as posts
    from lead_view lead join lead_match_view found
      on found.organization_id = ${organizationId} and found.lead_id = lead.id
    where lead.organization_id = ${organizationId} and lead.project_id = ${projectId}
      and lead.deleted = any(array[false, true])
      and lead.posted_at >= ${starts[0]} and lead.posted_at < ${starts.at(-1)}
      and lead.signal_ids && ${signalIds}::uuid[] and found.intent_signal_id = any(${signalIds}::uuid[])
    group by 1, 2, 3 order by 1, 2, 3`.execute(tx)
  return rows
}
