import { sql, type RawBuilder } from 'kysely'
import { inOrganization } from '../lead-builder.ts'
import type { ObjectKind } from './objects.ts'
import type { Site } from './site.ts'

/** The objects that calls about a project's sources name. */
export const SOURCE_OBJECTS = {
  community: {
    isInProject: true,
    make: makeCommunity,
    async makeGone(site, projectId) {
      const id = await makeCommunity(site, projectId)
      await run(site, sql`delete from project_source where id = ${id}`)
      return id
    },
  },
  receivingAddress: {
    isInProject: true,
    make: makeAddress,
    async makeGone(site, projectId) {
      const id = await makeAddress(site, projectId)
      await run(site, sql`delete from receiving_address where id = ${id}`)
      return id
    },
  },
  /** A platform is named, the same in every project. */
  channel: { isBearers: true, make: async () => 'x', makeGone: async () => 'closed_down' },
  keyedChannel: { isBearers: true, make: makeKey, makeGone: async () => 'closed_down' },
} satisfies Record<string, ObjectKind>

function run(site: Site, statement: RawBuilder<unknown>): Promise<unknown> {
  return inOrganization(site.stage.app, site, (tx) => statement.execute(tx))
}

async function makeCommunity(site: Site, projectId: string): Promise<string> {
  const id = site.stage.app.dependencies.newId()
  await run(
    site,
    sql`insert into project_source
        (id, organization_id, project_id, platform, external_id, name, display_name, created_at)
      values (${id}, ${site.organizationId}, ${projectId}, 'discourse', ${`https://${id}.example`}, ${id}, 'Forum', now())`,
  )
  return id
}

async function makeAddress(site: Site, projectId: string): Promise<string> {
  const id = site.stage.app.dependencies.newId()
  await run(
    site,
    sql`insert into receiving_address
        (id, organization_id, project_id, name, hash, hint, created_at, window_began_at)
      values (${id}, ${site.organizationId}, ${projectId}, 'F5Bot', ${Buffer.from(id)}, 'abcd', now(), now())`,
  )
  return id
}

async function makeKey(site: Site, projectId: string): Promise<string> {
  await run(
    site,
    sql`insert into project_key (organization_id, project_id, platform, sealed, hint, set_at)
      values (${site.organizationId}, ${projectId}, 'x', '', '', now()) on conflict do nothing`,
  )
  return 'x'
}
