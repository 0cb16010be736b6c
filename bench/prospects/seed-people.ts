import type { Pool } from 'pg'
import type { SeededOrganization } from '../list/seed.ts'

/**
 * Adds people as the product keeps them, the same in every run: each organization its share, the largest `largest`,
 * every twentieth person with two accounts, every lead by one of them, and a company for every fourth. `pool` must be a
 * superuser's, since the rows belong to many tenants.
 */
export async function seedPeople(
  pool: Pool,
  organizations: readonly SeededOrganization[],
  size: { people: number; largest: number },
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    // A million rows refer to each other by construction. Checking each reference would take longer than writing them.
    await client.query('set session_replication_role = replica')
    for (const statement of statements(organizations, size)) await client.query(statement)
    await client.query('reset session_replication_role')
  } finally {
    client.release()
  }
}

function statements(
  organizations: readonly SeededOrganization[],
  { people, largest }: { people: number; largest: number },
): string[] {
  const share = Math.floor((people - largest) / (organizations.length - 1))
  const places = organizations
    .map(({ organizationId, projectId, number }) => {
      return `(${number}, '${organizationId}'::uuid, '${projectId}'::uuid, ${number === 1 ? largest : share})`
    })
    .join(', ')
  const shown = (value: string) =>
    `jsonb_build_object('value', ${value}, 'source', 'profile', 'source_url', null, 'seen_at', '2026-11-01T00:00:00.000Z')`
  return [
    `create temp table home as select * from (values ${places}) place (number, organization_id, project_id, people)`,
    `create temp table made as
      select home.*, n, gen_random_uuid() as person_id, gen_random_uuid() as profile_id, gen_random_uuid() as company_id,
        md5(number || ' ' || n) as hash,
        (array['hacker_news', 'github', 'reddit', 'stack_exchange', 'bluesky'])[1 + n % 5] as platform,
        timestamptz '2026-11-01' - (('x' || substr(md5('days' || n), 1, 6))::bit(24)::integer % 7776000) * interval '1 second' as posted_at
      from home, generate_series(1, people) n`,
    `insert into lead_status (id, organization_id, project_id, kind, name, color, position, created_at)
      select gen_random_uuid(), organization_id, project_id, 'prospect', 'Status ' || n, 'grey', n, now()
      from home, generate_series(1, 4) n`,
    `create temp table status as select project_id, array_agg(id order by position) as ids from lead_status
      where kind = 'prospect' group by project_id`,
    `insert into person (id, organization_id, project_id, fields, platforms, posts, last_posted_at, status_config_id, deleted,
        created_at, name, search)
      select person_id, organization_id, project_id,
        case when n % 3 = 0 then '{}' else jsonb_build_object(
          'location', ${shown(`'City ' || n % 997`)}, 'person_title', ${shown(`'Title ' || n % 211`)},
          'company_name', ${shown(`'Company ' || n % 20011`)}) end,
        array[platform], 1, posted_at, ids[n % 9], n % 17 = 0, posted_at + interval '1 hour', 'Person ' || substr(hash, 1, 12),
        'person ' || substr(hash, 1, 12) || E'\\nhandle' || n
          || case when n % 3 = 0 then '' else E'\\ntitle ' || n % 211 || E'\\ncompany ' || n % 20011 || E'\\ncity ' || n % 997 end
      from made join status using (project_id) order by posted_at`,
    `insert into person_profile (id, organization_id, project_id, person_id, platform, external_id, handle, name, url, created_at)
      select profile_id, organization_id, project_id, person_id, platform, 'handle' || n, 'handle' || n,
        'Person ' || substr(hash, 1, 12), 'https://profiles.example/' || n, posted_at from made`,
    `insert into person_profile (id, organization_id, project_id, person_id, platform, external_id, handle, name, url, created_at)
      select gen_random_uuid(), organization_id, project_id, person_id, 'mastodon', 'other' || n, 'other' || n,
        'Person ' || substr(hash, 1, 12), null, posted_at from made where n % 20 = 0`,
    `create temp table numbered as
      select id, project_id, row_number() over (partition by project_id order by id) as n from lead`,
    'create unique index on made (project_id, n)',
    'analyze made, numbered, home',
    `update lead set profile_id = made.profile_id from numbered join home using (project_id)
      join made on made.project_id = numbered.project_id and made.n = 1 + (numbered.n * 37) % home.people
      where lead.id = numbered.id`,
    `insert into company (id, organization_id, project_id, domain, name_key, fields, platforms, people, posts, last_posted_at,
        status_config_id, deleted, created_at, name, search)
      select company_id, organization_id, project_id, 'c' || n || '.example', 'c' || n,
        jsonb_build_object('location', ${shown(`'City ' || n % 997`)}, 'industry', ${shown(`'Industry ' || n % 53`)}),
        array[platform], 1, 1, posted_at, ids[n % 9], n % 17 = 0, posted_at, 'Company ' || n, 'company ' || n || E'\\nc' || n || '.example'
      from made join status using (project_id) where n % 4 = 0 order by posted_at`,
    `insert into company_member (organization_id, company_id, profile_id, source, source_url, seen_at)
      select organization_id, company_id, profile_id, 'profile', null, posted_at from made where n % 4 = 0`,
    'vacuum analyze',
  ]
}
