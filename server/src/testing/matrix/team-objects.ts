import { sql, type RawBuilder } from 'kysely'
import { inOrganization } from '../lead-builder.ts'
import type { ObjectKind } from './objects.ts'
import type { Site } from './site.ts'

/** What the calls of organization and team name. */
export const TEAM_OBJECTS = {
  organization: {
    make: (site) => Promise.resolve(site.organizationId),
    makeGone: (site) => Promise.resolve(site.stage.app.dependencies.newId()),
  },
  member: {
    make: makeMember,
    async makeGone(site) {
      const id = await makeMember(site)
      await run(site, sql`delete from membership where account_id = ${id}`)
      return id
    },
  },
} satisfies Record<string, ObjectKind>

function run(site: Site, statement: RawBuilder<unknown>): Promise<unknown> {
  return inOrganization(site.stage.app, site, (tx) => statement.execute(tx))
}

async function makeMember({ stage, organizationId }: Site): Promise<string> {
  return (await stage.person({ membership: { organizationId, role: 'MEMBER' } })).userId
}
