import { sql } from 'kysely'
import { inOrganization } from '../lead-builder.ts'
import { buildColumn, buildStatuses, removeStatus } from '../lead-workspace.ts'
import type { ObjectKind } from './objects.ts'
import type { Site } from './site.ts'

/** The objects that a lead's row names and the list is filtered by. */
export const LEAD_LIST_OBJECTS = {
  leadStatus: {
    isInProject: true,
    make: makeStatus,
    async makeGone(site, projectId) {
      const id = await makeStatus(site, projectId)
      await removeStatus(site.stage.app, { ...site, projectId }, id)
      return id
    },
  },
  smartColumn: {
    isInProject: true,
    make: makeColumn,
    async makeGone(site, projectId) {
      const id = await makeColumn(site, projectId)
      await inOrganization(site.stage.app, site, (tx) => sql`delete from smart_column where id = ${id}`.execute(tx))
      return id
    },
  },
} satisfies Record<string, ObjectKind>

async function makeStatus({ organizationId, stage: { app } }: Site, projectId: string): Promise<string> {
  const [id] = await buildStatuses(app, { organizationId, projectId }, [app.dependencies.newId()])
  return id!
}

function makeColumn({ organizationId, stage: { app } }: Site, projectId: string): Promise<string> {
  return buildColumn(app, { organizationId, projectId }, app.dependencies.newId(), 'text')
}
