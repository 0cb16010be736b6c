import { sql } from 'kysely'
import { buildFound, inOrganization, recordFound } from '@leadlight/testing/lead-builder'
import { OBJECTS, type ObjectName } from '@leadlight/testing/matrix/objects'
import type { Site } from '@leadlight/testing/matrix/site'
import { FILLS } from './largest.ts'

export interface ProjectSize {
  posts: number
  /** Characters of each post. The longest of the platforms with a limit take 40,000 to 65,536. */
  characters: number
}

const POSTS_AT_ONCE = 50

/** What a call about one object names instead of one of its own: the largest. */
export type LargeObjects = Partial<Record<ObjectName, string>>

/**
 * Fills the site's project with as much of everything as an organization may have, or more than one likely has: long
 * posts, half of them by one author, all twenty columns answered at length, all signals, and a long history.
 */
export async function fillProject(site: Site, { posts, characters }: ProjectSize): Promise<LargeObjects> {
  const { organizationId, projectId, stage } = site
  const signalId = await fillSignals(site)
  for (let at = 0; at < posts; at += POSTS_AT_ONCE) {
    const wishes = Array.from({ length: Math.min(POSTS_AT_ONCE, posts - at) }, (_, index) => ({
      title: FILLS.words(200),
      body: `${at + index} ${FILLS.words(characters)}`,
      author: index % 2 === 0 ? 'ada' : `author ${at + index}`,
      reason: FILLS.words(300),
      evidence: Array.from({ length: 6 }, (_, piece) => {
        const start = piece * 60
        return {
          start,
          end: start + 40,
          kind: 'for' as const,
          label: 'asks',
          quote: FILLS.words(characters).slice(start, start + 40),
        }
      }),
    }))
    const place = { organizationId, projectId, signalId }
    await recordFound(stage.app, place, await buildFound(stage.app, place, wishes))
  }
  await fillWorkspace(site)
  await fillHistory(site)
  return await inOrganization(stage.app, site, async (tx) => {
    const { rows } = await sql<{ lead: string; prospect: string }>`
      select (select id from lead where project_id = ${projectId} order by id limit 1) as lead,
        (select person_id from person_profile where organization_id = ${organizationId} and name = 'ada') as prospect
    `.execute(tx)
    const { lead, prospect } = firstOf(rows)
    return { lead, readLead: lead, notedLead: lead, prospect, signal: signalId }
  })
}

/** Resolves with the id of one. */
async function fillSignals(site: Site): Promise<string> {
  const text = FILLS.words(500)
  return await inOrganization(site.stage.app, site, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      insert into intent_signal (id, organization_id, project_id, intent_signal, search_days, created_at)
      select gen_random_uuid(), ${site.organizationId}, ${site.projectId}, left(n || ' ' || ${text}::text, 500), 30, now()
      from generate_series(1, 90) n returning id`.execute(tx)
    return firstOf(rows).id
  })
}

/** Columns with an answer for every lead, and as many names of the team, views and notes as somebody may scroll. */
async function fillWorkspace(site: Site): Promise<void> {
  const { organizationId, projectId, admin, stage } = site
  const text = FILLS.words(500)
  for (let column = 0; column < 19; column++) await OBJECTS.smartColumn.make(site, projectId)
  await inOrganization(stage.app, site, async (tx) => {
    await sql`
      insert into smart_column_value (organization_id, lead_id, column_id, revision, state, text_value, why, posted_at)
      select ${organizationId}, lead.id, smart_column.id, smart_column.revision, 'done', ${text}, ${text.slice(0, 300)}, posted_at
      from lead, smart_column where lead.project_id = ${projectId} and smart_column.project_id = ${projectId}
      on conflict do nothing`.execute(tx)
    await sql`
      insert into lead_note (id, organization_id, lead_id, account_id, text, created_at)
      select gen_random_uuid(), ${organizationId}, (select id from lead where project_id = ${projectId} order by id limit 1),
        ${admin.userId}, ${FILLS.lines(5_000)}, now() from generate_series(1, 300) n`.execute(tx)
    await sql`
      insert into saved_view (id, organization_id, project_id, account_id, name, query, is_shared, created_at)
      select gen_random_uuid(), ${organizationId}, ${projectId}, ${admin.userId}, 'View ' || n, ${text}, true, now()
      from generate_series(1, 300) n`.execute(tx)
    await sql`
      insert into feed (id, organization_id, project_id, url, title, created_at)
      select gen_random_uuid(), ${organizationId}, ${projectId}, 'https://feeds.example/' || n, ${text.slice(0, 200)}, now()
      from generate_series(1, 300) n`.execute(tx)
    await sql`
      insert into project (id, organization_id, name, website, created_at, updated_at)
      select gen_random_uuid(), ${organizationId}, 'Project ' || n, 'https://a.example', now(), now()
      from generate_series(1, 500) n`.execute(tx)
    await sql`
      insert into invite (id, organization_id, email, role, project_ids, invited_by, version, created_at, expires_at)
      select gen_random_uuid(), ${organizationId}, n || '@invited.example', 'MEMBER', '{}', ${admin.userId}, 1, now(),
        now() + interval '300 days' from generate_series(1, 500) n`.execute(tx)
  })
}

/** A ledger and a log of some years. */
async function fillHistory({ organizationId, projectId, admin, stage }: Site): Promise<void> {
  await inOrganization(stage.app, { organizationId, projectId }, async (tx) => {
    await sql`
      insert into credit_entry (id, organization_id, kind, amount, balance_after, key, what, project_id, account_id, created_at)
      select gen_random_uuid(), ${organizationId}, 'charge', -1, 1000, 'made ' || n, 'Judging posts for a signal', ${projectId},
        ${admin.userId}, ${stage.app.clock.now()}::timestamptz - n * interval '1 hour' from generate_series(1, 20000) n`.execute(
      tx,
    )
    await sql`
      insert into audit_entry (id, organization_id, at, actor_id, action, target)
      select gen_random_uuid(), ${organizationId}, ${stage.app.clock.now()}::timestamptz - n * interval '1 hour', ${admin.userId},
        'updateProject', '{}' from generate_series(1, 20000) n`.execute(tx)
  })
}

function firstOf<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('The project was not filled.')
  return row
}
