import { sql } from 'kysely'
import { insertTransfer, type TransferState } from '@leadlight/server/lifecycle/transfers/transfer-store'
import { inOrganization } from '../lead-builder.ts'
import type { TestUser } from '../test-organization.ts'
import type { ObjectKind } from './objects.ts'
import { mintSite, type Site } from './site.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** The objects that guest and transfer calls name. */
export const TRANSFER_OBJECTS = {
  guest: { make: (site) => makeGuest(site, []), makeGone: makeGoneGuest },
  /** A guest with a grant for the project. */
  grantedGuest: { make: (site, projectId) => makeGuest(site, [projectId]), makeGone: makeGoneGuest },
  /** A project whose transfer waits for an answer. */
  offeredProject: {
    make: async (site) => (await makeOffer(site)).projectId,
    async makeGone(site) {
      const { projectId } = await makeOffer(site)
      await inOrganization(site.stage.app, site, (tx) => sql`delete from project where id = ${projectId}`.execute(tx))
      return projectId
    },
  },
  /** An offer of the site's that the caller may decline. */
  transferToCaller: {
    make: async (site, _, caller) => (await makeOffer(site, { to: caller })).id,
    makeGone: async (site, _, caller) => (await makeOffer(site, { to: caller, state: 'cancelled' })).id,
  },
  /** An offer by an organization used by nothing else, which the caller may accept for theirs. */
  transferFromElsewhere: {
    make: async ({ stage }, _, caller) => (await makeOffer(await mintSite(stage), { to: caller })).id,
    makeGone: async ({ stage }, _, caller) =>
      (await makeOffer(await mintSite(stage), { to: caller, state: 'cancelled' })).id,
  },
} satisfies Record<string, ObjectKind>

async function makeGuest({ stage, organizationId }: Site, projectIds: readonly string[]): Promise<string> {
  return (await stage.person({ membership: { organizationId, role: 'GUEST', projectIds } })).userId
}

async function makeGoneGuest(site: Site): Promise<string> {
  const id = await makeGuest(site, [])
  await inOrganization(site.stage.app, site, (tx) => sql`delete from membership where account_id = ${id}`.execute(tx))
  return id
}

async function makeOffer(
  site: Site,
  { to, state = 'pending' }: { to?: TestUser | undefined; state?: TransferState } = {},
): Promise<{ id: string; projectId: string }> {
  const { app } = site.stage
  const { organizationId } = site
  const [id, projectId, createdAt] = [app.dependencies.newId(), app.dependencies.newId(), app.clock.now()]
  await inOrganization(app, site, async (tx) => {
    await sql`
      insert into project (id, organization_id, name, created_at, updated_at)
      values (${projectId}, ${organizationId}, 'Offered', now(), now())`.execute(tx)
    await insertTransfer(tx, organizationId, {
      id,
      organizationId,
      projectId,
      projectName: 'Offered',
      organizationName: 'Site',
      email: to?.email ?? `${id}@offered.example`,
      requestedBy: site.admin.userId,
      state,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + 7 * DAY_MS),
    })
  })
  return { id, projectId }
}
