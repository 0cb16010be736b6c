import { isAdmin } from '@leadlight/domain/roles'
import { findPerson, findPersonByEmail } from '../../core/accounts/find-person.ts'
import { findMembership } from '../../core/members/memberships.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db.ts'
import { accountScope, loginScope, organizationScope } from '../../platform/scopes.ts'
import type { Mailer } from '../../senders/mail.ts'
import { composeAnswerMail, composeOfferMail } from './compose-transfer-mails.ts'
import { describeTransfer } from './describe-transfers.ts'
import { findTransfer } from './transfer-store.ts'

export interface TransferMailDependencies {
  db: Db
  clock: Clock
  config: Config
  mailer: Mailer
}

interface Mailing {
  organizationId: string
  transferId: string
}

/**
 * Mails a pending offer to its addressee, if that is an admin of another organization by their verified address. Nobody
 * else is mailed, since they never asked for an account.
 */
export async function sendOfferMail(
  { db, clock, config, mailer }: TransferMailDependencies,
  { organizationId, transferId }: Mailing,
): Promise<void> {
  const offer = await db.transaction(organizationScope(organizationId), async (tx) => {
    const transfer = await findTransfer(tx, organizationId, transferId)
    const isWaiting = transfer?.state === 'pending' && transfer.expiresAt > clock.now()
    return isWaiting ? describeTransfer(tx, transfer) : undefined
  })
  if (!offer || !(await isAdminElsewhere(db, offer.email, organizationId))) return
  await mailer.send(composeOfferMail(offer, projectsUrl(config)))
}

/** Mails the outcome of an offer to its maker, if they still have an account with a proved address. */
export async function sendAnswerMail(
  { db, config, mailer }: TransferMailDependencies,
  { organizationId, transferId }: Mailing,
): Promise<void> {
  const answered = await db.transaction(organizationScope(organizationId), async (tx) => {
    const transfer = await findTransfer(tx, organizationId, transferId)
    const requester = transfer?.requestedBy && (await findPerson(tx, transfer.requestedBy))
    return transfer && requester && requester.isVerified ? { transfer, to: requester.email } : undefined
  })
  if (!answered) return
  await mailer.send(composeAnswerMail(answered.transfer, answered.to, projectsUrl(config)))
}

async function isAdminElsewhere(db: Db, email: string, organizationId: string): Promise<boolean> {
  const person = await db.transaction(loginScope(), (tx) => findPersonByEmail(tx, email))
  if (!person?.isVerified) return false
  const membership = await db.transaction(accountScope(person.id), (tx) => findMembership(tx, person.id))
  return membership !== undefined && membership.organizationId !== organizationId && isAdmin(membership.role)
}

function projectsUrl({ publicUrl }: Config): string {
  return `${publicUrl}/org/projects`
}
