import type { ProjectIds } from '@leadlight/server/platform/actor'
import { sql } from 'kysely'
import type { Tx } from '@leadlight/server/platform/db'
import { renewCompanyRows } from '@leadlight/server/people/prospects/company-store'
import { renewPersonRows } from '@leadlight/server/people/prospects/person-store'
import { inOrganization } from './lead-builder.ts'
import type { TestApp } from './test-app.ts'

export interface ProspectWish {
  count: number
  signalIds: readonly string[]
  now: Date
}

/**
 * Builds people, one in ten of them with two accounts, their leads, their data, and a company for every fourth. All is
 * drawn by number, so that the same wish builds the same. Written in bulk, and shown through the slice's own
 * statements.
 */
export async function buildProspects(
  app: TestApp,
  place: ProjectIds,
  { count, signalIds, now }: ProspectWish,
): Promise<{ statusIds: string[] }> {
  const { organizationId: org, projectId: project } = place
  const statusIds = await inOrganization(app, place, async (tx) => {
    // A number for each pair of a row and a question, the same on every run.
    const draw = (question: string) => sql`abs(hashtextextended(${question}::text, n))`
    const pick = (question: string, list: readonly (string | null)[]) =>
      sql`(${[...list]}::text[])[1 + ${draw(question)} % ${list.length}::integer]`
    const { rows: statuses } = await sql<{ id: string }>`
      insert into lead_status (id, organization_id, project_id, kind, name, color, position, created_at)
      select gen_random_uuid(), ${org}, ${project}, 'prospect', 'Made ' || n, 'grey', 100 - n, ${now}
      from generate_series(1, 3) n returning id`.execute(tx)
    const statusIds = statuses.map(({ id }) => id)
    await sql`
      create temporary table made on commit drop as
      select n, gen_random_uuid() as person_id,
        ${pick('name', ['Ada', 'Bert', 'Cleo', 'İrem', 'ΟΔΥΣΣΕΥΣ', 'ada'])} || ' ' || n as name,
        ${pick('platform', ['hacker_news', 'github', 'reddit'])} as platform,
        ${pick('location', LOCATIONS)} as location, ${pick('title', TITLES)} as title,
        ${pick('company', COMPANIES)} as company, (${[...statusIds]}::uuid[])[${draw('status')} % 5] as status_id,
        ${draw('deleted')} % 8 = 0 as deleted, 1 + ${draw('posts')} % 3 as posts,
        ${now}::timestamptz - ${draw('days')} % 90 * interval '1 day' as posted_at,
        ${now}::timestamptz - ${draw('created')} % 5000 * interval '1 minute' as created_at
      from generate_series(1, ${count}::integer) n`.execute(tx)
    await sql`analyze made`.execute(tx)
    await sql`
      insert into person (id, organization_id, project_id, fields, platforms, posts, last_posted_at, status_config_id, deleted,
        created_at, name, search)
      select person_id, ${org}, ${project}, '{}', '{}', 0, posted_at, status_id, deleted, created_at, name, ''
      from made`.execute(tx)
    await sql`
      insert into person_profile (id, organization_id, project_id, person_id, platform, external_id, handle, name, url, created_at)
      select gen_random_uuid(), ${org}, ${project}, person_id, platform, account || '-' || n,
        'handle' || n, name, 'https://' || platform || '.example/' || n, created_at
      from (select *, 'a' as account from made
        union all select n, person_id, name, 'mastodon', location, title, company, status_id, deleted, 1, posted_at,
          created_at, 'b' from made where n % 10 = 0) accounts`.execute(tx)
    await sql`
      insert into profile_fact (organization_id, profile_id, field, source, value, source_url, seen_at)
      select ${org}, profile.id, said.field, 'profile', said.value, profile.url, made.created_at
      from made join person_profile profile
        on profile.organization_id = ${org} and profile.person_id = made.person_id and profile.external_id = 'a-' || n
      cross join lateral (values ('location', location), ('person_title', title), ('company_name', company))
        said (field, value)
      where said.value is not null and btrim(said.value) <> ''`.execute(tx)
    await insertLeads(tx, { org, project, signalIds, now })
    await insertCompanies(tx, { org, project, now })
    return statusIds
  })
  // After the bulk insert the planner has no row counts yet.
  await app.database.pool.query('analyze')
  await inOrganization(app, place, async (tx) => {
    await inBatches(tx, 'person', place, (ids) => renewPersonRows(tx, org, ids))
    await inBatches(tx, 'company', place, (ids) => renewCompanyRows(tx, org, ids))
  })
  await app.database.pool.query('analyze')
  return { statusIds }
}

async function inBatches(
  tx: Tx,
  table: 'person' | 'company',
  { organizationId, projectId }: ProjectIds,
  work: (ids: string[]) => Promise<void>,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where organization_id = ${organizationId} and project_id = ${projectId}`.execute(
    tx,
  )
  const ids = rows.map(({ id }) => id)
  for (let from = 0; from < ids.length; from += 500) await work(ids.slice(from, from + 500))
}

const LOCATIONS = [
  'Bern',
  ' bern, Switzerland ',
  'BERN',
  'Ber_n 100%',
  'İstanbul',
  '\u00A0Österreich\u3000',
  'Paris',
  null,
  null,
]
const TITLES = ['CTO', 'Head of Bern', 'founder', 'Österreich lead', '%', null, null]
const COMPANIES = ['Acme', 'Bern Bakery', 'Österreichische Post', 'er_%', 'İstanbul Ltd', null, null]

interface Making {
  org: string
  project: string
  signalIds?: readonly string[]
  now: Date
}

async function insertLeads(tx: Tx, { org, project, signalIds = [], now }: Making): Promise<void> {
  await sql`
    create temporary table made_lead on commit drop as
    select gen_random_uuid() as id, gen_random_uuid() as post_id, profile.id as profile_id, profile.platform, profile.name,
      made.posted_at - number * interval '1 day' as posted_at, abs(hashtextextended('signal', made.n * 10 + number)) as drawn
    from made join person_profile profile on profile.organization_id = ${org} and profile.person_id = made.person_id
    cross join lateral generate_series(0, case when profile.external_id like 'a-%' then made.posts - 1 else 0 end) number`.execute(
    tx,
  )
  await sql`
    insert into post (id, platform, external_id, kind, url, author_name, title, body, posted_at, collected_at)
    select post_id, platform, post_id, 'post', 'https://posts.example/' || post_id, name, 'A post', 'Words', posted_at, ${now}
    from made_lead`.execute(tx)
  await sql`
    insert into lead (id, organization_id, project_id, post_id, platform, community_external_id, url, author_name, profile_id,
      title, excerpt, excerpt_evidence, score, signal_ids, posted_at, collected_at)
    select id, ${org}, ${project}, post_id, platform, '', 'https://posts.example/' || post_id, name, profile_id, 'A post', 'Words',
      '[]', 70, array[(${[...signalIds]}::uuid[])[1 + drawn % ${signalIds.length}::integer]], posted_at, ${now}
    from made_lead`.execute(tx)
  await sql`
    insert into lead_match (organization_id, lead_id, intent_signal_id, score, reason, evidence, model, matched_at)
    select ${org}, id, (${[...signalIds]}::uuid[])[1 + drawn % ${signalIds.length}::integer], 70, 'Asks.', '[]', 'made', ${now}
    from made_lead where drawn % 3 <> 0`.execute(tx)
}

/** A company for every fourth person, and for some of those their neighbour's too. */
async function insertCompanies(tx: Tx, { org, project, now }: Making): Promise<void> {
  await sql`
    create temporary table made_company on commit drop as
    select made.*, gen_random_uuid() as company_id from made where n % 4 = 0`.execute(tx)
  await sql`
    insert into company (id, organization_id, project_id, domain, name_key, fields, platforms, people, posts, last_posted_at,
      status_config_id, deleted, created_at, name, search)
    select company_id, ${org}, ${project}, 'c' || n || '.example', 'c' || n, '{}', '{}', 0, 0, posted_at, status_id, deleted,
      created_at, coalesce(company, 'Company') || ' ' || n % 500, ''
    from made_company`.execute(tx)
  await sql`
    insert into company_fact (organization_id, company_id, field, source, value, source_url, seen_at)
    select ${org}, company_id, said.field, 'website', said.value, null, ${now}
    from made_company cross join lateral (values ('location', location), ('industry', title)) said (field, value)
    where said.value is not null and btrim(said.value) <> ''`.execute(tx)
  await sql`
    insert into company_member (organization_id, company_id, profile_id, source, source_url, seen_at)
    select ${org}, made_company.company_id, profile.id, 'profile', null, ${now}
    from made_company cross join generate_series(0, case when made_company.n % 3 = 0 then 1 else 0 end) back
    join made on made.n = made_company.n - back
    join person_profile profile on profile.organization_id = ${org} and profile.person_id = made.person_id`.execute(tx)
}
