import { sql } from 'kysely'
import { inOrganization } from '../lead-builder.ts'
import { buildSlack } from '../slack-builder.ts'
import type { ObjectKind } from './objects.ts'
import type { Site } from './site.ts'

/** The objects that Slack calls name. */
export const SLACK_OBJECTS = {
  /** A project connected with a working workspace. */
  slackProject: {
    async make(site) {
      const id = await makeProject(site)
      await build(site, id)
      return id
    },
    async makeGone(site) {
      const id = await makeProject(site)
      await inOrganization(site.stage.app, { ...site, projectId: id }, (tx) =>
        sql`delete from project where id = ${id}`.execute(tx),
      )
      return id
    },
  },
  slackConfig: {
    isInProject: true,
    make: async (site, projectId) => (await build(site, projectId)).configId,
    async makeGone(site, projectId) {
      const { configId } = await build(site, projectId)
      await inOrganization(site.stage.app, { ...site, projectId }, (tx) =>
        sql`delete from slack_channel_config where id = ${configId}`.execute(tx),
      )
      return configId
    },
  },
} satisfies Record<string, ObjectKind>

function build(site: Site, projectId: string) {
  const { app, slack } = site.stage
  const ids = { organizationId: site.organizationId, projectId }
  return buildSlack(app, ids, { token: slack.installed('T0MARBLE') })
}

async function makeProject(site: Site): Promise<string> {
  const id = site.stage.app.dependencies.newId()
  await inOrganization(site.stage.app, { ...site, projectId: id }, (tx) =>
    sql`insert into project (id, organization_id, name, created_at, updated_at)
      values (${id}, ${site.organizationId}, 'Connected', now(), now())`.execute(tx),
  )
  return id
}
