import { can, isAdmin } from '@leadlight/domain/roles'
import { findPeople } from '../../core/accounts/find-people.ts'
import { listRoles } from '../../core/members/memberships.ts'
import type { Tx } from '../../platform/db.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { nameOfProject } from '../../core/projects/name-of-project.ts'
import type { Mail } from '../../senders/mail.ts'
import { plainName, unlinkedName } from '../../senders/plain-name.ts'
import type { WebhookDependencies } from './webhook-dependencies.ts'
import { findWebhookById, type WebhookRow } from './webhook-store.ts'

const MEMBERS_MAX = 1_000
const BECAUSE_CHARACTERS_MAX = 300

/**
 * Mails that a webhook was turned off: to its creator while their role shows it to them, else to the organization's
 * admins. Only verified addresses are mailed. Nobody is where it is on again or gone.
 */
export async function mailOff(
  { db, mailer, config }: Pick<WebhookDependencies, 'db' | 'mailer' | 'config'>,
  { organizationId, webhookId }: { organizationId: string; webhookId: string },
): Promise<void> {
  const found = await db.transaction(organizationScope(organizationId), async (tx) => {
    const webhook = await findWebhookById(tx, organizationId, webhookId)
    if (!webhook || webhook.is_on || webhook.off_because === null) return undefined
    const projectName = (await nameOfProject(tx, organizationId, webhook.project_id)) ?? ''
    return { webhook, projectName, addresses: await whoHears(tx, webhook) }
  })
  if (!found) return
  for (const to of found.addresses) await mailer.send(composeMail({ ...found, to, publicUrl: config.publicUrl }))
}

async function whoHears(
  tx: Tx,
  { organization_id: organizationId, created_by: creator }: WebhookRow,
): Promise<string[]> {
  const roles = await listRoles(tx, organizationId, MEMBERS_MAX)
  const role = creator === null ? undefined : roles.get(creator)
  const isHere = creator !== null && role !== undefined && can(role, 'webhook.read')
  const ids = isHere ? [creator] : [...roles].filter(([, role]) => isAdmin(role)).map(([id]) => id)
  const people = await findPeople(tx, ids)
  return [...people.values()].filter(({ isVerified }) => isVerified).map(({ email }) => email)
}

function composeMail({
  webhook,
  projectName,
  to,
  publicUrl,
}: {
  webhook: WebhookRow
  projectName: string
  to: string
  publicUrl: string
}): Mail {
  const { host } = new URL(webhook.url)
  return {
    key: `webhook-off:${webhook.id}:${webhook.failing_since?.toISOString() ?? ''}:${to}`,
    to,
    subject: `A webhook of ${plainName(projectName)} was turned off`,
    paragraphs: [
      `Leadlight could not deliver to ${unlinkedName(host)} and has turned the webhook ${unlinkedName(webhook.name || host)} off.`,
      unlinkedName(webhook.off_because ?? '', BECAUSE_CHARACTERS_MAX),
      'What could not be delivered is listed with it, and can be sent again once it is on.',
    ],
    action: {
      label: 'See what happened',
      url: `${publicUrl}/projects/${webhook.project_id}/settings/notifications`,
    },
    footnotes: ['You hear of it because you made this webhook, or because you run its organization.'],
  }
}
