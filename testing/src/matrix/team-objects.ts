import { sql, type RawBuilder } from 'kysely'
import { makeInviteLink } from '@leadlight/server/core/organization/invite-links'
import { putInvite, type Invite } from '@leadlight/server/core/organization/invite-store'
import { inOrganization } from '../lead-builder.ts'
import type { TestUser } from '../test-organization.ts'
import type { ObjectKind } from './objects.ts'
import type { Site } from './site.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** The objects that organization and team calls name. */
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
  invite: {
    make: async (site) => (await makeInvite(site)).id,
    makeGone: async (site) => (await makeEndedInvite(site)).id,
  },
  /** An invite that the caller may answer, their address being verified. */
  inviteToCaller: {
    make: async (site, _, caller) => (await makeInvite(site, caller)).id,
    makeGone: async (site, _, caller) => (await makeEndedInvite(site, caller)).id,
  },
  /** The token in a mail to the caller. */
  inviteLink: {
    make: async (site, _, caller) => tokenOf(site, await makeInvite(site, caller)),
    makeGone: async (site, _, caller) => tokenOf(site, await makeEndedInvite(site, caller)),
    isBearers: true,
  },
} satisfies Record<string, ObjectKind>

function run(site: Site, statement: RawBuilder<unknown>): Promise<unknown> {
  return inOrganization(site.stage.app, site, (tx) => statement.execute(tx))
}

async function makeMember({ stage, organizationId }: Site): Promise<string> {
  return (await stage.person({ membership: { organizationId, role: 'MEMBER' } })).userId
}

function makeInvite(site: Site, caller?: TestUser): Promise<Invite> {
  const { app } = site.stage
  const [id, now] = [app.dependencies.newId(), app.clock.now()]
  return inOrganization(app, site, (tx) =>
    putInvite(tx, site.organizationId, {
      id,
      organizationId: site.organizationId,
      email: caller?.email ?? `${id}@invited.example`,
      role: 'MEMBER',
      projectIds: [],
      invitedBy: site.admin.userId,
      createdAt: now,
      expiresAt: new Date(now.getTime() + 7 * DAY_MS),
    }),
  )
}

async function makeEndedInvite(site: Site, caller?: TestUser): Promise<Invite> {
  const invite = await makeInvite(site, caller)
  await run(site, sql`delete from invite where id = ${invite.id}`)
  return invite
}

async function tokenOf({ stage }: Site, invite: Invite): Promise<string> {
  const { config, signedTokens } = stage.app.dependencies
  const link = await makeInviteLink({ signedTokens, publicUrl: config.publicUrl, now: stage.app.clock.now() }, invite)
  return new URL(link).searchParams.get('t') ?? ''
}
