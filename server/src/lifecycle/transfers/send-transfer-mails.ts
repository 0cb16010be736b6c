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
 * Mails an offer that still waits to its addressee, where that is an admin of another organization by their verified
 * address. Anybody else hears nothing, so that nobody is mailed who never asked for an account.
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

/** Mails what became of an offer to whoever made it, if they still have an account whose address they proved. */
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
