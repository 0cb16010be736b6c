import type { ProjectIds } from '../../platform/actor.ts'
import type { Author } from '@leadlight/domain/authors'
import { sql } from 'kysely'
import { setAuthors } from '../../workspace/leads/set-authors.ts'
import { eraseReturned } from './erase-returned.ts'
import type { Db, Tx } from '../../platform/db.ts'
import type { Suppression } from '../../core/suppression/suppression.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { NewId } from '../../platform/ids.ts'
import type { Clock } from '../../platform/clock.ts'
import { oneByOne } from '../../platform/one-by-one.ts'
import { organizationScope, schedulerScope } from '../../platform/scopes.ts'
import { noteAuthors } from './note-authors.ts'
import { renewAuthors } from './renew-people.ts'

const LEADS_AT_ONCE = 500
const PROJECTS_AT_ONCE = 100

export interface FindingDependencies {
  db: Db
  jobs: Jobs
  clock: Clock
  newId: NewId
  suppression: Suppression
}

/** Queues a job that finds the people behind leads, for callers that cannot do it in their transaction. */
export async function askForPeople(tx: Tx, organizationId: string, leadIds: readonly string[]): Promise<void> {
  await sql`
    insert into people_to_find (organization_id, project_id)
    select distinct organization_id, project_id from lead_view lead
    where organization_id = ${organizationId} and id = any(${leadIds}::uuid[]) order by project_id
    on conflict (project_id) do update set after_id = excluded.after_id`.execute(tx)
}

/**
 * Adds the people behind leads that had none yet or moved to another post, some hundreds at a time. The next run
 * continues where one ended. Anybody erased from the organization is erased again.
 */
export async function findPeople(deps: FindingDependencies, signal: AbortSignal): Promise<void> {
  const { rows: projects } = await deps.db.transaction(schedulerScope(), (tx) =>
    sql<ProjectIds>`
      select organization_id as "organizationId", project_id as "projectId" from people_to_find
      order by project_id limit ${PROJECTS_AT_ONCE}`.execute(tx),
  )
  await oneByOne(projects, async (ids) => {
    while (!signal.aborted && (await findSome(deps, ids))) continue
  })
}

/** Returns whether there may be more. */
function findSome(deps: FindingDependencies, ids: ProjectIds): Promise<boolean> {
  const { db, clock, newId } = deps
  const { organizationId } = ids
  return db.transaction(organizationScope(organizationId), async (tx) => {
    const afterId = await lockMark(tx, ids)
    if (afterId === undefined) return false
    const leads = await selectAuthored(tx, ids, afterId)
    const last = leads.at(-1)
    if (!last) {
      await deleteMark(tx, ids)
      return false
    }
    const posts = leads.map(({ id, platform, postedAt, author }) => ({ id, platform, postedAt, author }))
    const writers = await noteAuthors(tx, { ...ids, now: clock.now(), newId }, posts)
    await setAuthors(
      tx,
      organizationId,
      [...writers].map(([leadId, { profileId }]) => ({ leadId, profileId })),
    )
    await renewAuthors(tx, organizationId, [...writers.values()])
    await eraseReturned(tx, deps, { organizationId, posts })
    await setMark(tx, ids, last.id)
    return true
  })
}

async function lockMark(tx: Tx, { organizationId, projectId }: ProjectIds): Promise<string | undefined> {
  const { rows } = await sql<{ afterId: string }>`
    select after_id as "afterId" from people_to_find
    where organization_id = ${organizationId} and project_id = ${projectId} for update skip locked`.execute(tx)
  return rows[0]?.afterId
}

async function setMark(tx: Tx, { organizationId, projectId }: ProjectIds, afterId: string): Promise<void> {
  await sql`
    update people_to_find set after_id = ${afterId}
    where organization_id = ${organizationId} and project_id = ${projectId}`.execute(tx)
}

async function deleteMark(tx: Tx, { organizationId, projectId }: ProjectIds): Promise<void> {
  await sql`
    delete from people_to_find where organization_id = ${organizationId} and project_id = ${projectId}`.execute(tx)
}

interface AuthoredLead {
  id: string
  platform: string
  postedAt: Date
  author: Author | null
}

/** The project's next leads without a known author; their posts are locked against deletion. */
async function selectAuthored(
  tx: Tx,
  { organizationId, projectId }: ProjectIds,
  afterId: string,
): Promise<AuthoredLead[]> {
  const { rows } = await sql<
    Omit<AuthoredLead, 'author'> & { name: string | null; externalId: string | null; url: string | null }
  >`
    select lead.id, lead.platform, lead.posted_at as "postedAt", post.author_name as name,
      post.author_external_id as "externalId", post.author_url as url
    from lead_view lead join post_view post on post.id = lead.post_id
    where lead.organization_id = ${organizationId} and lead.project_id = ${projectId} and lead.id > ${afterId}
      and lead.profile_id is null and post.gone_at is null
    order by lead.id limit ${LEADS_AT_ONCE} for key share of post`.execute(tx)
  return rows.map(({ name, externalId, url, ...lead }) => ({
    ...lead,
    author: name === null ? null : { name, externalId, url },
  }))
}
