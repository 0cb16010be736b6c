import { sql, type RawBuilder } from 'kysely'
import { noteFacts } from '@leadlight/server/people/prospects/note-facts'
import { buildLeads, buildSignal, inOrganization } from '../lead-builder.ts'
import type { ObjectKind } from './objects.ts'
import type { Site } from './site.ts'

type Kind = 'person' | 'company'

/** People and companies, and changes to them. Each is somebody whose post is a lead of the project. */
export const PROSPECT_OBJECTS = {
  prospect: prospect('person', makeProspect),
  company: prospect('company', makeCompany),
  deletedProspect: prospect('person', deleted('person', makeProspect)),
  deletedCompany: prospect('company', deleted('company', makeCompany)),
  prospectUndo: undo('person', makeProspect),
  companyUndo: undo('company', makeCompany),
} satisfies Record<string, ObjectKind>

function run(site: Site, statement: RawBuilder<unknown>): Promise<unknown> {
  return inOrganization(site.stage.app, site, (tx) => statement.execute(tx))
}

function prospect(kind: Kind, make: ObjectKind['make']): ObjectKind {
  return {
    make,
    isInProject: true,
    async makeGone(site, projectId) {
      const id = await make(site, projectId)
      await run(site, sql`delete from ${sql.table(kind)} where id = ${id}`)
      return id
    },
  }
}

async function makeProspect(site: Site, projectId: string): Promise<string> {
  return (await makeAuthor(site, projectId)).personId
}

async function makeCompany(site: Site, projectId: string): Promise<string> {
  const { organizationId, stage } = site
  const { app } = stage
  const { profileId } = await makeAuthor(site, projectId)
  const noting = { organizationId, projectId, now: app.clock.now(), newId: app.dependencies.newId }
  const fields = { company_name: `Bakery ${app.dependencies.newId()}` }
  const said = { profileId, source: 'profile', sourceUrl: null, seenAt: noting.now, fields } as const
  await inOrganization(app, site, (tx) => noteFacts(tx, noting, said))
  const { rows } = await inOrganization(app, site, (tx) =>
    sql<{ id: string }>`select company_id as id from company_member where profile_id = ${profileId}`.execute(tx),
  )
  return rows[0]!.id
}

async function makeAuthor(site: Site, projectId: string): Promise<{ profileId: string; personId: string }> {
  const { organizationId, stage } = site
  const { app } = stage
  const author = app.dependencies.newId()
  const signalId = await buildSignal(app, { organizationId, projectId }, `people who need ${author}`)
  await buildLeads(app, { organizationId, projectId, signalId }, [{ author }])
  const { rows } = await inOrganization(app, site, (tx) =>
    sql<{ profileId: string; personId: string }>`
      select id as "profileId", person_id as "personId" from person_profile where name = ${author}`.execute(tx),
  )
  return rows[0]!
}

function deleted(kind: Kind, make: ObjectKind['make']): ObjectKind['make'] {
  return async (site, projectId) => {
    const id = await make(site, projectId)
    await run(site, sql`update ${sql.table(kind)} set deleted = true where id = ${id}`)
    return id
  }
}

function undo(kind: Kind, make: ObjectKind['make']): ObjectKind {
  const makeUndo: ObjectKind['make'] = async (site, projectId) => {
    const { app } = site.stage
    const [token, id] = [app.dependencies.newId(), await make(site, projectId)]
    const expiresAt = new Date(app.clock.now().getTime() + 60_000)
    await run(
      site,
      sql`insert into prospect_undo (token, organization_id, project_id, kind, field, ids, formers, expires_at)
        values (${token}, ${site.organizationId}, ${projectId}, ${kind}, 'status', ${[id]}::uuid[], array[null]::text[], ${expiresAt})`,
    )
    return token
  }
  return {
    make: makeUndo,
    isInProject: true,
    async makeGone(site, projectId) {
      const token = await makeUndo(site, projectId)
      await run(site, sql`update prospect_undo set used_at = now() where token = ${token}`)
      return token
    },
  }
}
