import type * as wire from '@leadlight/contract/prospects'
import { PEOPLE_SHOWN_MAX, POSTS_SHOWN_MAX } from '@leadlight/domain/prospects'
import { sql } from 'kysely'
import { listLeadsOfProfiles } from '../../workspace/leads/list-leads-of-profiles.ts'
import { type FactRow, selectCompanyFacts, selectPersonFacts } from './list-facts.ts'
import type { ProspectDependencies } from './prospect-dependencies.ts'
import type { Actor, ProjectIds } from '../../platform/actor.ts'
import type { Db, Tx } from '../../platform/db.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import { companyNotFound, personNotFound } from './prospect-not-found.ts'
import { presentCompany, presentPerson, shown } from './present-prospect.ts'
import { prospectById, prospectsByIds, type ProfileRow, type Shown } from './prospect-page.ts'
import type { CompanyField, PersonField } from '@leadlight/domain/prospects'

interface ProspectId {
  projectId: string
  id: string
}

/** A person, deleted or not, with their accounts, facts and newest posts. */
export function getPerson(
  { db, describePersonDraft }: Pick<ProspectDependencies, 'db' | 'describePersonDraft'>,
  actor: Actor,
  { projectId, id }: ProspectId,
): Promise<wire.Person> {
  const { organizationId } = actor
  return db.transaction(organizationScope(organizationId), async (tx) => {
    await requireProject(tx, actor, projectId)
    const ids = { organizationId, projectId }
    const row = (await prospectById('person', ids, id).execute(tx)).rows[0]
    if (!row) throw personNotFound()
    const profiles = await selectProfiles(tx, organizationId, id)
    const facts = await selectPersonFacts(tx, organizationId, id)
    const profileIds = profiles.map((profile) => profile.id)
    return {
      ...presentPerson(row),
      website: shown(row, 'website'),
      bio: shown(row, 'bio'),
      email: shown(row, 'email'),
      profiles,
      facts: facts.map((fact) => ({ ...presentFact<PersonField>(row, fact), profile_id: fact.profile_id })),
      companies: await selectCompanies(tx, organizationId, profileIds),
      timeline: await listLeadsOfProfiles(tx, organizationId, { projectId, profileIds, limit: POSTS_SHOWN_MAX }),
      draft: await describePersonDraft(tx, organizationId, id),
    }
  })
}

/** A company, deleted or not, with its facts, its people and their newest posts. */
export function getCompany({ db }: { db: Db }, actor: Actor, { projectId, id }: ProspectId): Promise<wire.Company> {
  const { organizationId } = actor
  return db.transaction(organizationScope(organizationId), async (tx) => {
    await requireProject(tx, actor, projectId)
    const ids = { organizationId, projectId }
    const row = (await prospectById('company', ids, id).execute(tx)).rows[0]
    if (!row) throw companyNotFound()
    const facts = await selectCompanyFacts(tx, organizationId, id)
    const profileIds = await selectMemberProfiles(tx, organizationId, id)
    return {
      ...presentCompany(row),
      description: shown(row, 'description'),
      employees: shown(row, 'employees'),
      facts: facts.map((fact) => ({ ...presentFact<CompanyField>(row, fact), why: fact.why })),
      team: await selectTeam(tx, ids, id),
      timeline: await listLeadsOfProfiles(tx, organizationId, { projectId, profileIds, limit: POSTS_SHOWN_MAX }),
    }
  })
}

function presentFact<Field extends PersonField | CompanyField>(
  { fields }: { fields: Record<string, Shown> },
  { field, source, value, source_url, seen_at }: FactRow<Field>,
) {
  const seenAt = seen_at.toISOString()
  const shows = fields[field]
  const is_shown = shows?.value === value && shows.source === source && shows.seen_at === seenAt
  return { field, source, value, source_url, seen_at: seenAt, is_shown }
}

async function selectProfiles(tx: Tx, organizationId: string, personId: string): Promise<ProfileRow[]> {
  const { rows } = await sql<ProfileRow>`
    select profile.id, profile.platform, profile.handle, profile.name, profile.url, (
      select count(*)::integer from lead_view lead
      where lead.organization_id = ${organizationId} and lead.profile_id = profile.id) as posts
    from person_profile profile
    where profile.organization_id = ${organizationId} and profile.person_id = ${personId}
    order by profile.created_at, profile.id`.execute(tx)
  return rows
}

async function selectCompanies(
  tx: Tx,
  organizationId: string,
  profileIds: readonly string[],
): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select company.id, company.name
    from company_member join company
      on company.organization_id = ${organizationId} and company.id = company_member.company_id
    where company_member.organization_id = ${organizationId} and company_member.profile_id = any(${profileIds}::uuid[])
    group by company.id, company.name order by max(company_member.seen_at) desc, company.id`.execute(tx)
  return rows
}

async function selectMemberProfiles(tx: Tx, organizationId: string, companyId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select profile_id as id from company_member
    where organization_id = ${organizationId} and company_id = ${companyId}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Without deleted people, as in lists. */
async function selectTeam(tx: Tx, place: ProjectIds, companyId: string): Promise<wire.Employee[]> {
  const { organizationId } = place
  const { rows } = await sql<{
    id: string
    source: wire.SourcedValue['source']
    source_url: string | null
    seen_at: Date
  }>`
    select * from (
      select distinct on (person.id) person.id, person.last_posted_at, company_member.source, company_member.source_url,
        company_member.seen_at
      from company_member
      join person_profile profile on profile.organization_id = ${organizationId} and profile.id = company_member.profile_id
      join person on person.organization_id = ${organizationId} and person.id = profile.person_id and not person.deleted
      where company_member.organization_id = ${organizationId} and company_member.company_id = ${companyId}
      order by person.id, company_member.seen_at desc, profile.id
    ) member order by last_posted_at desc, id desc limit ${PEOPLE_SHOWN_MAX}`.execute(tx)
  const ids = rows.map(({ id }) => id)
  const people = await prospectsByIds('person', place, ids).execute(tx)
  const byId = new Map(people.rows.map((person) => [person.id, presentPerson(person)]))
  return rows.flatMap(({ id, source, source_url, seen_at }) => {
    const person = byId.get(id)
    return person ? [{ person, said_by: { source, source_url, seen_at: seen_at.toISOString() } }] : []
  })
}
