import type { ProjectIds } from '@leadlight/server/platform/actor'
import { randomBytes } from 'node:crypto'
import { createSessionTokens } from '@leadlight/server/core/accounts/session-tokens'
import { systemClock } from '@leadlight/server/platform/clock'
import { createKeys } from '@leadlight/server/platform/crypto'
import type { Database } from '@leadlight/server/platform/database'
import { createIds } from '@leadlight/server/platform/ids'
import { systemRandom } from '@leadlight/server/platform/random'
import { addDefaultStatuses } from '@leadlight/server/workspace/statuses/add-default-statuses'
import { buildFound, buildSignal, inOrganization, recordFound } from '@leadlight/testing/lead-builder'
import { hostileFields, markProfilesRead, seedProfiles } from './seed-profiles.ts'
import { leadsOf, PROJECTS, SIGNALS, type SeededLead } from './workspace-leads.ts'
import type { Seeded, SeededProject } from './workspace.ts'

const DAY_MS = 86_400_000
const PEOPLE = [
  { first: 'Rosa', last: 'Klein', role: 'ADMIN' },
  { first: 'Tomas', last: 'Berg', role: 'MEMBER' },
]
const newId = createIds(systemClock, systemRandom)

/**
 * Seeds a database with an organization, two people and their projects, and returns their credentials. Leads are
 * recorded by the product's own function, as in a search.
 */
export async function seedWorkspace(database: Database): Promise<Seeded> {
  const secretKey = randomBytes(32).toString('base64url')
  const organizationId = newId()
  await database.pool.query('insert into organization values ($1, $2, now())', [organizationId, 'Larkbill'])
  await database.pool.query('insert into credit_account (organization_id) values ($1)', [organizationId])
  const people: Seeded['people'] = []
  for (const person of PEOPLE) people.push(await addPerson(database, { secretKey, organizationId, ...person }))
  const projects: [string, SeededProject][] = []
  for (const [name, count] of Object.entries(PROJECTS)) {
    projects.push([name, await addProject(database, { organizationId, name, count })])
  }
  return { secretKey, people, projects: Object.fromEntries(projects) as Seeded['projects'] }
}

interface NewPerson {
  secretKey: string
  organizationId: string
  first: string
  last: string
  role: string
}

async function addPerson({ pool }: Database, { secretKey, organizationId, first, last, role }: NewPerson) {
  const [userId, sessionId] = [newId(), newId()]
  const email = `${first.toLowerCase()}@larkbill.example`
  await pool.query(
    `insert into account (id, email, first_name, last_name, is_verified, created_at) values ($1, $2, $3, $4, true, now())`,
    [userId, email, first, last],
  )
  await pool.query(
    `insert into session (id, account_id, created_at, last_used_at, expires_at, idle_at)
      values ($1, $2, now(), now(), now() + interval '1 day', now() + interval '1 day')`,
    [sessionId, userId],
  )
  await pool.query('insert into membership values ($1, $2, $3, now())', [userId, organizationId, role])
  const issuedAt = systemClock.now()
  const lasts = { issuedAt, expiresAt: new Date(issuedAt.getTime() + DAY_MS) }
  const token = await createSessionTokens(createKeys(secretKey)).issue({ userId, sessionId }, lasts)
  return { email, token, userId, name: `${first} ${last}` }
}

async function addProject(
  database: Database,
  { organizationId, name, count }: { organizationId: string; name: string; count: number },
): Promise<SeededProject> {
  const place: ProjectIds = { organizationId, projectId: newId() }
  await database.pool.query(
    `insert into project (id, organization_id, name, business_name, business_description, purpose, created_at, updated_at)
      values ($1, $2, $3, 'Larkbill', 'Invoicing software for freelancers.', 'Find customers.', now(), now())`,
    [place.projectId, organizationId, name],
  )
  const builder = { db: database.db, clock: systemClock, dependencies: { newId } }
  const statuses = { clock: systemClock, newId }
  await inOrganization(builder, place, (tx) => addDefaultStatuses(tx, statuses, organizationId, place.projectId))
  const signalIds: string[] = []
  for (const signal of SIGNALS) signalIds.push(await buildSignal(builder, place, signal))
  await addLeads(builder, place, { signalIds, leads: leadsOf(name, count) })
  await markProfilesRead(builder, place)
  if (name === 'Prospects') await seedProfiles(builder, place)
  if (name === 'Hostile') await seedProfiles(builder, place, hostileFields)
  return { id: place.projectId, signalIds }
}

async function addLeads(
  builder: Parameters<typeof buildFound>[0],
  place: ProjectIds,
  { signalIds, leads }: { signalIds: readonly string[]; leads: readonly SeededLead[] },
): Promise<void> {
  const now = systemClock.now().getTime()
  const specs = leads.map(({ daysAgo, githubIssueState, title, body, author, platform, community, score }) => ({
    title,
    body,
    author,
    platform,
    community,
    score,
    ...(githubIssueState && { githubIssueState }),
    postedAt: new Date(now - daysAgo * DAY_MS).toISOString(),
    evidence: [{ start: 0, end: 6, kind: 'for' as const, label: 'asks for a recommendation' }],
  }))
  const found = await buildFound(builder, place, specs)
  for (const [signal, signalId] of signalIds.entries()) {
    const matched = found.filter((_, index) => leads[index]?.signals.includes(signal))
    await recordFound(builder, { ...place, signalId }, matched)
  }
}
