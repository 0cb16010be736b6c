import { makeUnsubscribeLink } from '@leadlight/server/outlets/notifications/unsubscribe-links'
import { buildSetting } from '../notification-builder.ts'
import type { TestUser } from '../test-organization.ts'
import type { ObjectKind } from './objects.ts'
import type { Site } from './site.ts'

/** The objects that mail calls name. */
export const NOTIFICATION_OBJECTS = {
  /** The token in a mail to the caller. */
  unsubscribeLink: {
    make: makeLink,
    // Such a link never expires, so a broken one stands for a missing one.
    makeGone: async (site, projectId, caller) => (await makeLink(site, projectId, caller)).slice(0, -1),
    isBearers: true,
  },
} satisfies Record<string, ObjectKind>

async function makeLink(site: Site, _projectId: string, caller?: TestUser): Promise<string> {
  const { app } = site.stage
  const { organizationId, projectId } = site
  const accountId = accountOf(site, caller)
  await buildSetting(app, site, { accountId })
  const { config, signedTokens } = app.dependencies
  const about = { organizationId, projectId, accountId }
  const link = await makeUnsubscribeLink({ signedTokens, publicUrl: config.publicUrl }, about)
  return new URL(link).searchParams.get('t') ?? ''
}

function accountOf(site: Site, caller?: TestUser): string {
  return caller?.userId ?? site.admin.userId
}
