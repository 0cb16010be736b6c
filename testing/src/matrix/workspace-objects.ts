import type { ProjectIds } from '@leadlight/server/platform/actor'
import { sql, type RawBuilder } from 'kysely'
import type { StatusKind } from '@leadlight/server/workspace/statuses/status-store'
import { buildLeads, buildSignal, inOrganization } from '../lead-builder.ts'
import type { TestUser } from '../test-organization.ts'
import type { ObjectKind } from './objects.ts'
import type { Site } from './site.ts'

const NOTED = 'Noted'

/** The objects that lead workspace calls name: statuses, notes, views. */
export const WORKSPACE_OBJECTS = {
  leadStatus: status('lead'),
  prospectStatus: status('prospect'),
  /** A member of the site who can be assigned its leads. */
  teammate: {
    make: async (site, projectId) => (await makeTeammate(site, projectId)).userId,
    async makeGone(site, projectId) {
      const { userId } = await makeTeammate(site, projectId)
      await run(site, sql`delete from membership where account_id = ${userId}`)
      return userId
    },
  },
  /** The lead that the project's notes are on. */
  notedLead: {
    make: findNotedLead,
    isInProject: true,
    async makeGone(site, projectId) {
      const id = await makeLead(site, { organizationId: site.organizationId, projectId }, 'Gone')
      await run(site, sql`delete from lead where id = ${id}`)
      return id
    },
  },
  /** The caller's own. */
  note: {
    make: makeNote,
    isInProject: true,
    async makeGone(site, projectId, caller) {
      const id = await makeNote(site, projectId, caller)
      await run(site, sql`delete from lead_note where id = ${id}`)
      return id
    },
  },
  /** The caller's own. */
  view: {
    make: makeView,
    isInProject: true,
    async makeGone(site, projectId, caller) {
      const id = await makeView(site, projectId, caller)
      await run(site, sql`delete from saved_view where id = ${id}`)
      return id
    },
  },
} satisfies Record<string, ObjectKind>

function run(site: Site, statement: RawBuilder<unknown>): Promise<unknown> {
  return inOrganization(site.stage.app, site, (tx) => statement.execute(tx))
}

function status(kind: StatusKind): ObjectKind {
  const make = async (site: Site, projectId: string) => {
    const id = site.stage.app.dependencies.newId()
    await run(
      site,
      sql`insert into lead_status (id, organization_id, project_id, kind, name, color, position, created_at)
        select ${id}, ${site.organizationId}, ${projectId}, ${kind}, ${id}, 'grey', count(*), now() from lead_status
        where project_id = ${projectId} and kind = ${kind}`,
    )
    return id
  }
  return {
    make,
    isInProject: true,
    async makeGone(site, projectId) {
      const id = await make(site, projectId)
      await run(site, sql`delete from lead_status where id = ${id}`)
      return id
    },
  }
}

function makeTeammate({ stage, organizationId }: Site, projectId: string): Promise<TestUser> {
  return stage.person({ membership: { organizationId, role: 'GUEST', projectIds: [projectId] } })
}

/** A lead for notes: one per project, so that lead and note can be named together. */
async function findNotedLead(site: Site, projectId: string): Promise<string> {
  const { organizationId, stage } = site
  const { rows } = await inOrganization(stage.app, site, (tx) =>
    sql<{ id: string }>`select id from lead where project_id = ${projectId} and title = ${NOTED}`.execute(tx),
  )
  if (rows[0]) return rows[0].id
  return makeLead(site, { organizationId, projectId }, NOTED)
}

async function makeLead(site: Site, ids: ProjectIds, title: string): Promise<string> {
  const { app } = site.stage
  const signalId = await buildSignal(app, ids, `people who need ${app.dependencies.newId()}`)
  const [id] = await buildLeads(app, { ...ids, signalId }, [{ title }])
  return id!
}

async function makeNote(site: Site, projectId: string, caller: TestUser = site.admin): Promise<string> {
  const [id, leadId] = [site.stage.app.dependencies.newId(), await findNotedLead(site, projectId)]
  await run(
    site,
    sql`insert into lead_note (id, organization_id, lead_id, account_id, text, created_at)
      values (${id}, ${site.organizationId}, ${leadId}, ${caller.userId}, 'Called', now())`,
  )
  return id
}

async function makeView(site: Site, projectId: string, caller: TestUser = site.admin): Promise<string> {
  const id = site.stage.app.dependencies.newId()
  await run(
    site,
    sql`insert into saved_view (id, organization_id, project_id, account_id, name, query, is_shared, created_at)
      values (${id}, ${site.organizationId}, ${projectId}, ${caller.userId}, ${id}, '', false, now())`,
  )
  return id
}
