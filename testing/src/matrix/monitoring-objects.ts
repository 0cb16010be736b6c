import { sql } from 'kysely'
import { inOrganization } from '../lead-builder.ts'
import type { ObjectKind } from './objects.ts'
import type { Site } from './site.ts'

/** The objects that monitoring calls name. */
export const MONITORING_OBJECTS = {
  monitoredSignal: {
    isInProject: true,
    make: makeMonitoredSignal,
    async makeGone(site, projectId) {
      const id = await makeMonitoredSignal(site, projectId)
      await inOrganization(site.stage.app, site, (tx) =>
        sql`update intent_signal set deleted_at = now() where id = ${id}`.execute(tx),
      )
      return id
    },
  },
} satisfies Record<string, ObjectKind>

async function makeMonitoredSignal(site: Site, projectId: string): Promise<string> {
  const id = site.stage.app.dependencies.newId()
  await inOrganization(site.stage.app, site, async (tx) => {
    await sql`
      insert into intent_signal (id, organization_id, project_id, intent_signal, search_days, created_at)
      values (${id}, ${site.organizationId}, ${projectId}, ${`people who listen for ${id}`}, 30, now())`.execute(tx)
    await sql`
      insert into signal_monitor
        (organization_id, project_id, intent_signal_id, enabled, monthly_budget, month, enabled_at)
      values (${site.organizationId}, ${projectId}, ${id}, true, 1000, '', now())`.execute(tx)
  })
  return id
}
