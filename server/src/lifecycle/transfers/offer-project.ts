import { z } from 'zod'
import { findPersonByEmail } from '../../core/accounts/find-person.ts'
import { requireOpenAccount } from '../../core/accounts/require-open-account.ts'
import { findRole } from '../../core/members/memberships.ts'
import { lockOrganizationFor } from '../../core/organization/lock-organization-for.ts'
import { nameOfOrganization } from '../../core/organization/name-of-organization.ts'
import type { Actor, Caller } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { callUnderKey, doOnce } from '../../platform/idempotency.ts'
import type { NewId } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import { describeTransfer, type DescribedTransfer } from './describe-transfers.ts'
import { mailOfferJob } from './mail-jobs.ts'
import { transferNotFound, transferToSelf } from './transfer-failures.ts'
import {
  countTransfersSince,
  deleteEndedTransfersBefore,
  endTransfer,
  findPendingTransfer,
  findTransfer,
  insertTransfer,
} from './transfer-store.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const OFFER_MS = 7 * DAY_MS
const OFFERS_PER_DAY_MAX = 50
/** What is stored under an idempotency key: the address would outlive the offer. */
const OFFER = z.object({ id: z.uuid() })

export interface OfferDependencies {
  db: Db
  clock: Clock
  newId: NewId
  jobs: Jobs
}

/**
 * Offers a project to an address for seven days. The answer does not tell who holds the address or what they may; an
 * admin of another organization gets a mail. Asked again with the same key within a day, it mails nothing and answers
 * the offer while it is pending.
 */
export function offerProject(
  deps: OfferDependencies,
  { actor, caller }: { actor: Actor; caller: Caller },
  { projectId, email, idempotencyKey: key }: { projectId: string; email: string; idempotencyKey?: string | undefined },
): Promise<DescribedTransfer> {
  const { organizationId, userId } = actor
  const now = deps.clock.now()
  const id = deps.newId()
  const call = callUnderKey(actor, { key, projectId, asked: ['transferProject', projectId, email], at: now })
  return deps.db.transaction(organizationScope(organizationId), async (tx) => {
    await lockOrganizationFor(tx, actor, 'project.transfer')
    await requireOpenAccount(tx, caller, { now, before: 'hand a project over' })
    const project = await requireProject(tx, actor, projectId)
    const made = await doOnce(tx, { call, shape: OFFER }, async () => {
      await refuseColleague(tx, organizationId, email)
      await refuseSecondOffer(tx, organizationId, projectId, now)
      await refuseFlood(tx, organizationId, now)
      await insertTransfer(tx, organizationId, {
        id,
        organizationId,
        projectId,
        projectName: project.name,
        organizationName: await nameOfOrganization(tx, organizationId),
        email,
        requestedBy: userId,
        state: 'pending',
        createdAt: now,
        expiresAt: new Date(now.getTime() + OFFER_MS),
      })
      await deps.jobs.enqueue(tx, mailOfferJob, { organizationId, transferId: id }, { key: id })
      return { id }
    })
    const transfer = await findTransfer(tx, organizationId, made.id)
    if (transfer?.state !== 'pending') throw transferNotFound()
    return describeTransfer(tx, transfer)
  })
}

async function refuseColleague(tx: Tx, organizationId: string, email: string): Promise<void> {
  const person = await findPersonByEmail(tx, email)
  if (person && (await findRole(tx, organizationId, person.id))) throw transferToSelf()
}

async function refuseSecondOffer(tx: Tx, organizationId: string, projectId: string, now: Date): Promise<void> {
  const pending = await findPendingTransfer(tx, organizationId, projectId)
  if (!pending) return
  if (pending.expiresAt > now) {
    const detail = `This project is offered to ${pending.email} already. Take that offer back first.`
    throw new AppError('conflict', 'transfer_pending', detail)
  }
  await endTransfer(tx, organizationId, { id: pending.id, state: 'cancelled' })
}

/** Every offer may send a mail, so offering and taking back is limited. */
async function refuseFlood(tx: Tx, organizationId: string, now: Date): Promise<void> {
  const since = new Date(now.getTime() - DAY_MS)
  await deleteEndedTransfersBefore(tx, organizationId, since)
  const { count, firstAt } = await countTransfersSince(tx, organizationId, since)
  if (count < OFFERS_PER_DAY_MAX) return
  const detail = `Your organization has offered projects ${OFFERS_PER_DAY_MAX} times within a day. Try again tomorrow.`
  const retryAfterMs = (firstAt ?? now).getTime() + DAY_MS - now.getTime()
  throw new AppError('too_many', 'too_many_attempts', detail, { retryAfterMs })
}
