import type { GivenRole } from '@leadlight/domain/roles'
import { z } from 'zod'
import { findPersonByEmail } from '../accounts/find-person.ts'
import { requireOpenAccount } from '../accounts/require-open-account.ts'
import { findMember } from '../members/memberships.ts'
import { requirePermission, type Actor, type Caller } from '../../platform/actor.ts'
import { nameTarget } from '../../platform/changes.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import type { NewId } from '../../platform/ids.ts'
import { callUnderKey, doOnce } from '../../platform/idempotency.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { RateLimits } from '../../platform/rate-limits.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireProjects } from '../projects/require-project.ts'
import { describeInvite, type DescribedInvite } from './describe-invites.ts'
import { lockOrganizationFor } from './lock-organization-for.ts'
import { countingInviteMail } from './invite-limits.ts'
import { inviteNotFound } from './invite-not-found.ts'
import { countInvites, findInvite, putInvite } from './invite-store.ts'
import { mailInvite } from './mail-invite.ts'

export const INVITE_MS = 7 * 24 * 60 * 60 * 1000
const INVITES_MAX = 200
/** What is stored under an idempotency key: the address would outlive the invite. */
export const MAILED_INVITE = z.object({ id: z.uuid() })

export interface InvitingDependencies {
  db: Db
  clock: Clock
  newId: NewId
  jobs: Jobs
  rateLimits: RateLimits
}

interface Offer {
  email: string
  role: GivenRole
  /** The projects a guest will see; empty for other roles, who see all. */
  projectIds: readonly string[]
}

/**
 * Invites an address for seven days and mails it. A pending invite of the address is replaced: the links of its mails
 * lead to the new one. The inviter's own address must be verified. Asked again with the same key within a day, it mails
 * nothing and answers the invite as it is.
 */
export function createInvite(
  deps: InvitingDependencies,
  { actor, caller }: { actor: Actor; caller: Caller },
  { idempotencyKey: key, ...offer }: Offer & { idempotencyKey?: string | undefined },
): Promise<DescribedInvite> {
  requirePermission(actor, 'invite.manage')
  const { organizationId } = actor
  const projectIds = offer.role === 'GUEST' ? [...new Set(offer.projectIds)] : []
  if (offer.role === 'GUEST' && projectIds.length === 0) throw guestNeedsProject()
  const now = deps.clock.now()
  const id = deps.newId()
  const call = callUnderKey(actor, {
    key,
    projectId: null,
    asked: ['createInvite', offer.email, offer.role, projectIds],
    at: now,
  })
  const make = async (tx: Tx) => {
    await lockOrganizationFor(tx, actor, 'invite.manage')
    await requireOpenAccount(tx, caller, { now, before: 'invite others' })
    let isMailed = false
    const made = await doOnce(tx, { call, shape: MAILED_INVITE }, async () => {
      isMailed = true
      await requireProjects(tx, actor, projectIds)
      await refuseMember(tx, organizationId, offer.email)
      if ((await countInvites(tx, organizationId, { except: offer.email })) >= INVITES_MAX) throw limitReached()
      const invite = await putInvite(tx, organizationId, {
        id,
        organizationId,
        email: offer.email,
        role: offer.role,
        projectIds,
        invitedBy: actor.userId,
        createdAt: now,
        expiresAt: new Date(now.getTime() + INVITE_MS),
      })
      nameTarget({ id: invite.id })
      await mailInvite(tx, deps, invite)
      return { id: invite.id }
    })
    const invite = await findInvite(tx, organizationId, made.id)
    if (!invite) throw inviteNotFound()
    return { invite: await describeInvite(tx, invite), isMailed }
  }
  return countingInviteMail(deps.rateLimits, offer.email, () =>
    deps.db.transaction(organizationScope(organizationId), make),
  )
}

async function refuseMember(tx: Tx, organizationId: string, email: string): Promise<void> {
  const person = await findPersonByEmail(tx, email)
  if (!person || !(await findMember(tx, organizationId, person.id))) return
  throw new AppError('conflict', 'already_member', `${email} is in the organization already.`)
}

function guestNeedsProject(): AppError {
  const message = 'Choose at least one project that the guest will see.'
  const errors = [{ path: 'body.project_ids', message }]
  return new AppError('invalid', 'guest_needs_project', message, { errors })
}

function limitReached(): AppError {
  const detail = `At most ${INVITES_MAX} invites can wait for an answer, expired ones counted. Cancel some first.`
  return new AppError('conflict', 'invite_limit_reached', detail)
}
