import { toCredits } from '@leadlight/domain/credits'
import { isAdmin } from '@leadlight/domain/roles'
import { z } from 'zod'
import { findPeople } from '../accounts/find-people.ts'
import { announce } from '../events/announce.ts'
import { findRole, listRoles } from '../members/memberships.ts'
import { nameOfOrganization } from '../organization/name-of-organization.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Db, Tx } from '../../platform/db.ts'
import { defineJob, type Jobs } from '../../platform/jobs.ts'
import { organizationScope } from '../../platform/scopes.ts'
import type { Mail, Mailer } from '../../senders/mail.ts'
import { unlinkedName } from '../../senders/plain-name.ts'
import type { Crossing } from './ledger.ts'
import { findLevel } from './ledger-store.ts'

const PEOPLE_MAX = 1000

const creditMailJob = defineJob({
  name: 'billing.mail_credit_level',
  schema: z.object({
    organizationId: z.uuid(),
    accountId: z.uuid(),
    level: z.enum(['low', 'empty']),
    left: z.int().min(0),
    crossingId: z.uuid(),
  }),
  retryLimit: 10,
  retryDelayMs: 5_000,
  expireMs: 60_000,
  groupOf: ({ organizationId }) => organizationId,
})

type CreditMail = z.infer<typeof creditMailJob.schema>

const announceJob = defineJob({
  name: 'billing.announce_credit_level',
  schema: z.object({ organizationId: z.uuid(), level: z.enum(['low', 'empty']), left: z.int().min(0) }),
  retryLimit: 10,
  retryDelayMs: 5_000,
  expireMs: 60_000,
  groupOf: ({ organizationId }) => organizationId,
})

/**
 * Mails the organization's admins that its credits run low or are used up, and notifies its subscribers, once the
 * transaction commits.
 */
export async function notifyAdmins(
  tx: Tx,
  jobs: Jobs,
  { organizationId, level, left, crossingId }: Crossing,
): Promise<void> {
  if (level === 'fine') return
  const roles = await listRoles(tx, organizationId, PEOPLE_MAX)
  for (const [accountId, role] of roles) {
    if (!isAdmin(role)) continue
    const payload = { organizationId, accountId, level, left, crossingId }
    await jobs.enqueue(tx, creditMailJob, payload, { key: `${crossingId}:${accountId}` })
  }
  // In a job: this transaction has locked the credits, and elsewhere projects' events are locked before them.
  await jobs.enqueue(tx, announceJob, { organizationId, level, left }, { key: crossingId })
}

export interface CreditNoticeDependencies {
  db: Db
  clock: Clock
  jobs: Jobs
  config: Config
  mailer: Mailer
  /** The organization's projects that have outside subscribers. */
  listReadProjects: (tx: Tx, organizationId: string) => Promise<string[]>
}

export function registerCreditNotices(deps: CreditNoticeDependencies): void {
  deps.jobs.work(creditMailJob, (payload) => mailCreditLevel(deps, payload))
  deps.jobs.work(announceJob, (payload) => announceLevel(deps, payload))
}

/** Emits an event in each project with outside subscribers, since they subscribe to projects. */
async function announceLevel(
  { db, clock, listReadProjects }: CreditNoticeDependencies,
  { organizationId, level, left }: z.infer<typeof announceJob.schema>,
): Promise<void> {
  const payload = { type: 'credits' as const, level, left: toCredits(left) }
  await db.transaction(organizationScope(organizationId), async (tx) => {
    for (const projectId of await listReadProjects(tx, organizationId)) {
      await announce(tx, organizationId, { projectId, payload, now: clock.now() })
    }
  })
}

/** Skips whoever is no admin by now, and everybody once credits have been added. */
async function mailCreditLevel({ db, config, mailer }: CreditNoticeDependencies, crossing: CreditMail): Promise<void> {
  const { organizationId, accountId, level } = crossing
  const found = await db.transaction(organizationScope(organizationId), async (tx) => {
    const role = await findRole(tx, organizationId, accountId)
    const isStillSo = (await findLevel(tx, organizationId)) === level
    if (!role || !isAdmin(role) || !isStillSo) return undefined
    const person = (await findPeople(tx, [accountId])).get(accountId)
    return person && { person, organizationName: await nameOfOrganization(tx, organizationId) }
  })
  if (!found) return
  const { person, organizationName } = found
  await mailer.send(composeCreditMail({ ...crossing, to: person.email, organizationName, publicUrl: config.publicUrl }))
}

function composeCreditMail(notice: CreditMail & { to: string; organizationName: string; publicUrl: string }): Mail {
  const { level, left, organizationName, publicUrl } = notice
  const isEmpty = level === 'empty'
  const what = isEmpty ? 'are used up' : 'run low'
  return {
    key: `credits:${notice.crossingId}:${notice.accountId}`,
    to: notice.to,
    subject: `The credits of ${unlinkedName(organizationName)} ${what}`,
    paragraphs: isEmpty
      ? [
          `${unlinkedName(organizationName)} has no credits left.`,
          'Posts go on being collected. Those that cost something to judge wait, and are judged once there are credits again.',
        ]
      : [
          `${unlinkedName(organizationName)} has ${toCredits(left)} credits left, a fifth or less of what its plan brings.`,
          'Nothing has stopped. Once they are used up, posts go on being collected, and those that cost something to judge wait.',
        ],
    action: { label: 'See plan and credits', url: `${publicUrl}/org/billing` },
    footnotes: ['You get this mail as an admin, once each time the credits come to this mark.'],
  }
}
