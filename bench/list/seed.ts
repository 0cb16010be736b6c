import type { Pool } from 'pg'

export interface SeedSize {
  organizations: number
  leads: number
  /** How many of the leads belong to the largest organization. */
  largest: number
}

/** One seeded organization: a project of the same number, and an admin with a session. */
export interface SeededOrganization {
  number: number
  organizationId: string
  projectId: string
  accountId: string
  sessionId: string
  leads: number
  /** The project's signals, the most frequent first. */
  signalIds: string[]
}

const SIGNALS_PER_PROJECT = 8
const VOCABULARY = 20_000
const WORDS_PER_POST = 50
const LEADS_PER_POST = 5

/**
 * Fills an empty, migrated database with leads as `recordLeads` writes them, the same in every run: organizations of
 * falling size, shared posts, words as frequent as in prose, rows in their order of collection. `pool` must be a
 * superuser's, since the rows belong to many tenants.
 */
export async function seed(pool: Pool, size: SeedSize): Promise<SeededOrganization[]> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    for (const statement of statements(size)) await client.query(statement)
    const { rows } = await client.query<SeededOrganization>(`
      select number, organization_id as "organizationId", project_id as "projectId", account_id as "accountId",
        session_id as "sessionId", leads, signal_ids as "signalIds" from place order by number`)
    return rows
  } finally {
    client.release()
  }
}

/** An id that is the same in every run, in the form of a UUIDv7. */
function id(kind: string, number: string): string {
  const hash = `md5('${kind}' || ${number})`
  return `overlay(overlay(${hash} placing '7' from 13) placing '8' from 17)::uuid`
}

function statements(size: SeedSize): string[] {
  return [...organizationStatements(size), ...postStatements(size), ...leadStatements(size), 'vacuum analyze']
}

function organizationStatements({ organizations, leads, largest }: SeedSize): string[] {
  const rest = leads - largest
  return [
    'select setseed(0.42)',
    `create temp table place as
      select number, ${id('organization', 'number')} as organization_id, ${id('project', 'number')} as project_id,
        ${id('account', 'number')} as account_id, ${id('session', 'number')} as session_id,
        (select array_agg(${id('signal', `number || ' ' || signal`)} order by signal)
          from generate_series(1, ${SIGNALS_PER_PROJECT}) signal) as signal_ids,
        case when number = 1 then ${largest}
          else greatest(1, ${rest} / (number + 10.0) / (select sum(1 / (other + 10.0)) from generate_series(2, ${organizations}) other))::integer
        end as leads
      from generate_series(1, ${organizations}) number`,
    `insert into organization select organization_id, 'Organization ' || number, now() from place`,
    'insert into credit_account (organization_id) select organization_id from place',
    `insert into account (id, email, created_at) select account_id, number || '@bench.example', now() from place`,
    `insert into session (id, account_id, created_at, last_used_at, expires_at, idle_at)
      select session_id, account_id, now(), now(), now() + interval '30 days', now() + interval '30 days' from place`,
    `insert into membership select account_id, organization_id, 'ADMIN', now() from place`,
    `insert into project (id, organization_id, name, created_at, updated_at)
      select project_id, organization_id, 'Project', now(), now() from place`,
    `insert into intent_signal (id, organization_id, project_id, intent_signal, search_days, created_at)
      select signal_id, organization_id, project_id, 'people who ask for thing number ' || signal_number, 30, now()
      from place, unnest(signal_ids) with ordinality as one (signal_id, signal_number)`,
  ]
}

function postStatements({ leads, largest }: SeedSize): string[] {
  const posts = Math.max(largest, Math.ceil(leads / LEADS_PER_POST))
  const syllable = `(array['ba','ko','ti','me','ra','lu','sen','dor','pil','gax','ner','vo','sha','qui','tem','zu'])
    [1 + get_byte(decode(md5(rank::text), 'hex'), part) % 16]`
  return [
    `create temp table vocabulary as
      select rank, (select string_agg(${syllable}, '') from generate_series(0, 1 + rank % 3) part)
        || (array['', 's', 'ing'])[1 + rank % 3] as word
      from generate_series(0, ${VOCABULARY - 1}) rank`,
    'create unique index on vocabulary (rank)',
    `create temp table body as
      select number, string_agg(word, ' ') as text
      from (
        select number, floor(power(${VOCABULARY}, random()))::integer - 1 as rank
        from generate_series(0, ${posts - 1}) number, generate_series(1, ${WORDS_PER_POST})
      ) picked join vocabulary using (rank) group by number`,
    `insert into post (id, platform, external_id, kind, url, author_name, title, body, community_external_id,
        community_name, posted_at, collected_at)
      select ${id('post', 'number')}, (array['hackernews', 'stackexchange', 'feed'])[1 + number % 3], number, 'post',
        'https://posts.example/item?id=' || number, 'author' || number % 5000, left(text, 60), text,
        case when number % 3 = 0 then '' else 'site' || number % 7 end,
        case when number % 3 = 0 then null else 'Site ' || number % 7 end,
        timestamptz '2026-11-01' - random() * interval '365 days', now()
      from body`,
    `create temp table source as
      select body.number, post.id as post_id, platform, community_external_id, community_name, url, author_name, title,
        left(body, 270) as excerpt, posted_at, to_tsvector('english', body) || strip(to_tsvector('simple', body)) as words
      from body join post on post.id = ${id('post', 'body.number')}`,
    'create unique index on source (number)',
    'analyze source',
  ]
}

function leadStatements({ leads, largest }: SeedSize): string[] {
  const posts = Math.max(largest, Math.ceil(leads / LEADS_PER_POST))
  const leadId = `(lpad(to_hex((extract(epoch from collected) * 1000)::bigint), 12, '0')
    || '7' || substr(hash, 1, 3) || '8' || substr(hash, 4, 15))::uuid`
  return [
    `create temp table draft as
      select drawn.*, ${leadId} as lead_id,
        1 + floor(${SIGNALS_PER_PROJECT} * power(random(), 3))::integer as signal
      from (
        select place.*, sequence, date_trunc('milliseconds', timestamptz '2026-11-01' - random() * interval '90 days') as collected,
          md5(number || ' ' || sequence) as hash
        from place, generate_series(1, leads) sequence
      ) drawn`,
    `insert into lead (id, organization_id, project_id, post_id, platform, community_external_id, community_name, url,
        author_name, title, excerpt, excerpt_evidence, score, signal_ids, read, starred, deleted, posted_at, collected_at)
      select lead_id, organization_id, project_id, post_id, platform, community_external_id, community_name, url,
        author_name, title, excerpt, '[{"start": 10, "end": 40, "kind": "for", "label": "asks"}]',
        40 + (60 * power(random(), 2))::integer,
        case when random() < 0.15 and signal < ${SIGNALS_PER_PROJECT}
          then signal_ids[signal:signal + 1] else signal_ids[signal:signal] end,
        random() < 0.6, random() < 0.02, random() < 0.1, posted_at, collected
      from draft join source on source.number = (sequence::bigint * 7919 + draft.number * 1009) % ${posts}
      order by collected on conflict do nothing`,
    `insert into post_words (post_id, words)
      select post_id, words from source where exists (select from lead where lead.post_id = source.post_id)`,
    `insert into lead_match (organization_id, lead_id, intent_signal_id, score, reason, evidence, model, matched_at)
      select organization_id, id, signal_id, score, 'Asks for a recommendation.',
        '[{"start": 10, "end": 40, "kind": "for", "label": "asks", "quote": "thirty characters of the text."}]', 'bench', collected_at
      from lead, unnest(signal_ids) signal_id order by collected_at`,
    'drop table draft, source, body, vocabulary',
  ]
}
