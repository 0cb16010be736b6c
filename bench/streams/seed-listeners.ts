import type { Pool } from 'pg'
import { issueToken, sessionTokens } from '../list/capture.ts'
import { seed } from '../list/seed.ts'
import type { StreamRequest } from './clients.ts'

/** How many windows each person has open. */
const STREAMS_PER_PERSON = 4
const PEOPLE_PER_PROJECT = 5
/** One in this many is a guest, to whom the project was granted. */
const GUEST_EVERY = 5

export interface Listeners {
  /** One for each stream; those of the crowded project come last. */
  requests: StreamRequest[]
  busiest: { organizationId: string; projectId: string; streams: number }
}

/** Seeds projects of separate organizations with five people each, and one of many, which has the `largest` part of the leads. `pool` must be a superuser's. */
export async function seedListeners(
  pool: Pool,
  { streams, busiest, leads = 0, largest = 1 }: { streams: number; busiest: number; leads?: number; largest?: number },
): Promise<Listeners> {
  const projects = 1 + Math.ceil((streams - busiest) / (STREAMS_PER_PERSON * PEOPLE_PER_PROJECT))
  const organizations = await seed(pool, { organizations: projects, leads: Math.max(leads, projects), largest })
  const { rows } = await pool.query<Person>(
    `with person as (
      select gen_random_uuid() as "accountId", gen_random_uuid() as "sessionId", organization_id as "organizationId",
        project_id as "projectId", number
      from unnest($1::uuid[], $2::uuid[]) with ordinality as place (organization_id, project_id, place),
        generate_series(1, case when place = 1 then $3::integer else $4::integer end) number
    ), account as (
      insert into account (id, email, created_at) select "accountId", "accountId" || '@bench.example', now() from person
    ), session as (
      insert into session (id, account_id, created_at, last_used_at, expires_at, idle_at)
      select "sessionId", "accountId", now(), now(), now() + interval '30 days', now() + interval '30 days' from person
    ), membership as (
      insert into membership
      select "accountId", "organizationId", case when number % $5 = 0 then 'GUEST' else 'MEMBER' end, now() from person
    ), granted as (
      insert into project_guest (organization_id, project_id, account_id, granted_at)
      select "organizationId", "projectId", "accountId", now() from person where number % $5 = 0
    )
    select * from person`,
    [
      organizations.map(({ organizationId }) => organizationId),
      organizations.map(({ projectId }) => projectId),
      Math.ceil(busiest / STREAMS_PER_PERSON),
      PEOPLE_PER_PROJECT,
      GUEST_EVERY,
    ],
  )
  await pool.query('vacuum analyze')
  const [crowded] = organizations
  if (!crowded) throw new Error('Nothing was seeded')
  return {
    busiest: { ...crowded, streams: busiest },
    requests: await requestsOf(rows, crowded.projectId, { streams, busiest }),
  }
}

interface Person {
  accountId: string
  sessionId: string
  projectId: string
}

async function requestsOf(
  people: readonly Person[],
  crowdedId: string,
  { streams, busiest }: { streams: number; busiest: number },
): Promise<StreamRequest[]> {
  const tokens = sessionTokens()
  const issued = await Promise.all(
    people.map(async (person) => ({ projectId: person.projectId, token: await issueToken(tokens, person) })),
  )
  // Window by window, so that any part of them covers as many people and projects as possible.
  const all = Array.from({ length: STREAMS_PER_PERSON }, () => issued).flat()
  const isInCrowd = ({ projectId }: StreamRequest) => projectId === crowdedId
  const others = all.filter((request) => !isInCrowd(request)).slice(0, streams - busiest)
  return [...others, ...all.filter(isInCrowd).slice(0, busiest)]
}
