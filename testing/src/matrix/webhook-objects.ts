import { sql, type RawBuilder } from 'kysely'
import { inOrganization } from '../lead-builder.ts'
import { buildWebhook } from '../webhook-builder.ts'
import type { ObjectKind } from './objects.ts'
import type { Site } from './site.ts'

const SENT = 'Sent'

/** The objects that webhook calls name. */
export const WEBHOOK_OBJECTS = {
  webhook: {
    make: async (site, projectId) => (await build(site, projectId)).webhookId,
    isInProject: true,
    async makeGone(site, projectId) {
      const { webhookId } = await build(site, projectId)
      await run(site, sql`delete from webhook where id = ${webhookId}`)
      return webhookId
    },
  },
  /** The webhook of the project's deliveries, so that both can be named together. */
  sentWebhook: {
    make: findSent,
    isInProject: true,
    async makeGone(site, projectId) {
      const { webhookId } = await build(site, projectId)
      await run(site, sql`delete from webhook where id = ${webhookId}`)
      return webhookId
    },
  },
  delivery: {
    make: makeDelivery,
    isInProject: true,
    async makeGone(site, projectId) {
      const id = await makeDelivery(site, projectId)
      await run(site, sql`delete from webhook_delivery where id = ${id}`)
      return id
    },
  },
} satisfies Record<string, ObjectKind>

function run(site: Site, statement: RawBuilder<unknown>): Promise<unknown> {
  return inOrganization(site.stage.app, site, (tx) => statement.execute(tx))
}

function build(site: Site, projectId: string, word?: string) {
  return buildWebhook(site.stage.app, { organizationId: site.organizationId, projectId }, word ? { word } : {})
}

async function findSent(site: Site, projectId: string): Promise<string> {
  const { rows } = await inOrganization(site.stage.app, site, (tx) =>
    sql<{ id: string }>`select id from webhook where project_id = ${projectId} and name = ${SENT}`.execute(tx),
  )
  return rows[0]?.id ?? (await build(site, projectId, SENT)).webhookId
}

async function makeDelivery(site: Site, projectId: string): Promise<string> {
  const id = site.stage.app.dependencies.newId()
  const webhookId = await findSent(site, projectId)
  await run(
    site,
    sql`insert into webhook_delivery (id, organization_id, project_id, webhook_id, message_id, state, created_at)
      select ${id}, organization_id, project_id, webhook_id, message_id, 'failed', now()
      from webhook_delivery where webhook_id = ${webhookId} limit 1`,
  )
  return id
}
