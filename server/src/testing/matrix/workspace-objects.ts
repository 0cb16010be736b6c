import { sql, type RawBuilder } from 'kysely'
import type { StatusKind } from '../../statuses/status-store.ts'
import { inOrganization } from '../lead-builder.ts'
import type { ObjectKind } from './objects.ts'
import type { Site } from './site.ts'

/** What the calls of the lead workspace name: statuses, notes, views. */
export const WORKSPACE_OBJECTS = {
  leadStatus: status('lead'),
  prospectStatus: status('prospect'),
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
