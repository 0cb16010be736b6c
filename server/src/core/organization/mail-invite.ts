import { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import type { NewId } from '../../platform/ids.ts'
import { defineJob, type Jobs } from '../../platform/jobs.ts'
import { countInviteMails, deleteInviteMailsUntil, insertInviteMail } from './invite-mail-store.ts'
import type { Invite } from './invite-store.ts'

const MAILS_PER_DAY_MAX = 500
const DAY_MS = 24 * 60 * 60 * 1000

export const sendInviteMailJob = defineJob({
  name: 'organization.send_invite_mail',
  schema: z.object({ organizationId: z.uuid(), inviteId: z.uuid(), version: z.int() }),
  retryLimit: 10,
  retryDelayMs: 5_000,
  expireMs: 60_000,
  groupOf: ({ organizationId }) => organizationId,
})

interface MailingDependencies {
  clock: Clock
  newId: NewId
  jobs: Jobs
}

/**
 * Mails the invite once the caller's transaction commits. The organization is locked, so that concurrent requests
 * cannot pass its daily limit of mails.
 */
export async function mailInvite(tx: Tx, { clock, newId, jobs }: MailingDependencies, invite: Invite): Promise<void> {
  const { organizationId, id: inviteId, version } = invite
  const now = clock.now()
  await deleteInviteMailsUntil(tx, organizationId, new Date(now.getTime() - DAY_MS))
  const { count, firstAt } = await countInviteMails(tx, organizationId)
  if (count >= MAILS_PER_DAY_MAX) {
    const detail = `Your organization has sent ${MAILS_PER_DAY_MAX} invites within a day. Send more tomorrow.`
    const retryAfterMs = (firstAt ?? now).getTime() + DAY_MS - now.getTime()
    throw new AppError('too_many', 'too_many_attempts', detail, { retryAfterMs })
  }
  await insertInviteMail(tx, organizationId, { id: newId(), createdAt: now })
  await jobs.enqueue(tx, sendInviteMailJob, { organizationId, inviteId, version }, { key: `${inviteId}:${version}` })
}
