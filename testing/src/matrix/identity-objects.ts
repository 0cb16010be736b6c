import { sql, type RawBuilder } from 'kysely'
import { inOrganization } from '../lead-builder.ts'
import type { ObjectKind } from './objects.ts'
import type { Site } from './site.ts'

/** The objects that identity calls name. */
export const IDENTITY_OBJECTS = {
  someone: inProject(makePerson, (id) => sql`delete from person where id = ${id}`),
  identityProposal: inProject(makeProposal('open'), (id) => sql`delete from identity_proposal where id = ${id}`),
  dismissedIdentity: inProject(makeProposal('dismissed'), (id) => sql`delete from identity_proposal where id = ${id}`),
  companyProposal: inProject(makeCompanyProposal('open'), (id) => sql`delete from company_proposal where id = ${id}`),
  dismissedCompanyProposal: inProject(
    makeCompanyProposal('dismissed'),
    (id) => sql`delete from company_proposal where id = ${id}`,
  ),
  identityMerge: inProject(makeMerge, (id) => sql`delete from identity_merge where id = ${id}`),
} satisfies Record<string, ObjectKind>

function inProject(
  make: (site: Site, projectId: string) => Promise<string>,
  remove: (id: string) => RawBuilder<unknown>,
) {
  return {
    make,
    isInProject: true,
    async makeGone(site: Site, projectId: string) {
      const id = await make(site, projectId)
      await run(site, remove(id))
      return id
    },
  }
}

function run(site: Site, statement: RawBuilder<unknown>): Promise<unknown> {
  return inOrganization(site.stage.app, site, (tx) => statement.execute(tx))
}

async function makePerson(site: Site, projectId: string): Promise<string> {
  const id = site.stage.app.dependencies.newId()
  await run(
    site,
    sql`insert into person (id, organization_id, project_id, fields, platforms, posts, last_posted_at, created_at, name, search)
      values (${id}, ${site.organizationId}, ${projectId}, '{}', '{github}', 0, now(), now(), 'Ada', 'ada')`,
  )
  await makeAccount(site, projectId, id)
  return id
}

async function makeAccount(site: Site, projectId: string, personId: string): Promise<string> {
  const id = site.stage.app.dependencies.newId()
  await run(
    site,
    sql`insert into person_profile (id, organization_id, project_id, person_id, platform, external_id, handle, name, created_at)
      values (${id}, ${site.organizationId}, ${projectId}, ${personId}, 'github', ${id}, ${id}, 'Ada', now())`,
  )
  return id
}

function makeProposal(state: string) {
  return async (site: Site, projectId: string): Promise<string> => {
    const id = site.stage.app.dependencies.newId()
    const one = await makeAccount(site, projectId, await makePerson(site, projectId))
    const other = await makeAccount(site, projectId, await makePerson(site, projectId))
    await run(
      site,
      sql`insert into identity_proposal
          (id, organization_id, project_id, profile_id, other_profile_id, probability, evidence, state, proposed_at)
        values (${id}, ${site.organizationId}, ${projectId}, least(${one}::uuid, ${other}::uuid),
          greatest(${one}::uuid, ${other}::uuid), 9000, '[]', ${state}, now())`,
    )
    return id
  }
}

function makeCompanyProposal(state: string) {
  return async (site: Site, projectId: string): Promise<string> => {
    const { newId } = site.stage.app.dependencies
    const [id, companyId] = [newId(), newId()]
    const profileId = await makeAccount(site, projectId, await makePerson(site, projectId))
    await run(
      site,
      sql`insert into company (id, organization_id, project_id, name_key, fields, platforms, people, posts, last_posted_at,
          created_at, name, search)
        values (${companyId}, ${site.organizationId}, ${projectId}, ${companyId}, '{}', '{}', 0, 0, now(), now(), 'Oven', '')`,
    )
    await run(
      site,
      sql`insert into company_proposal
          (id, organization_id, project_id, profile_id, company_id, probability, evidence, state, proposed_at)
        values (${id}, ${site.organizationId}, ${projectId}, ${profileId}, ${companyId}, 9700, '[]', ${state}, now())`,
    )
    return id
  }
}

async function makeMerge(site: Site, projectId: string): Promise<string> {
  const { newId } = site.stage.app.dependencies
  const id = newId()
  const personId = await makePerson(site, projectId)
  const moved = await makeAccount(site, projectId, personId)
  await run(
    site,
    sql`insert into identity_merge (id, organization_id, project_id, person_id, stayed_id, former_id, former_created_at,
        former_last_posted_at, former_deleted, kept_last_posted_at, kept_deleted, set_deleted, profile_ids, moved_merge_ids, merged_at)
      values (${id}, ${site.organizationId}, ${projectId}, ${personId}, ${personId}, ${newId()}, now(), now(), false, now(), false,
        false, array[${moved}::uuid], '{}', now())`,
  )
  return id
}
