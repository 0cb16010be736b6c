import type { AccountEvent } from '@leadlight/domain/account-states'
import { findMembership } from '../members/memberships.ts'
import type { Caller } from '../../platform/actor.ts'
import { nameActor, nameTarget } from '../../platform/changes.ts'
import type { Db, Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { accountScope } from '../../platform/scopes.ts'
import type { AccountHooks } from './account-hooks.ts'
import { findAccount, type Account } from './account-store.ts'
import type { AccountTokens } from './account-tokens.ts'
import { deletePassword, findOwnCredentials } from './credential-store.ts'
import { applyEvent } from './apply-event.ts'
import { withLockedAccount, type LockedAccount } from './locked-account.ts'
import type { GuessDependencies } from './login.ts'
import { provedBy, type Proof } from './proof.ts'
import { voidAccess, type VoidingDependencies } from './void-access.ts'

/** An account as seen by whoever holds a link mailed to it. */
export interface Opened {
  account: Account
  membership: Caller['membership']
  /** Set if the link alone was followed: it lets its reader set a password. */
  resetToken?: string
}

type ArrivalDependencies = Pick<AccountHooks, 'onArrival'> & { db: Db }

export type VerifyAddressDependencies = GuessDependencies &
  VoidingDependencies &
  ArrivalDependencies & { accountTokens: AccountTokens }

/**
 * Marks the address that the token was mailed to as proved. From somebody signed in as the account, or with its
 * password, it changes nothing else. From anybody else it ends all that was set up before and returns a reset token:
 * whoever registered the address need not read its mail.
 */
export async function verify(dependencies: VerifyAddressDependencies, token: string, proof: Proof): Promise<Opened> {
  const { db, accountTokens } = dependencies
  const read = await accountTokens.readVerification(token)
  if (!read) throw badToken()
  const { accountId, email } = read
  nameActor(accountId)
  const credentials = await db.transaction(accountScope(accountId), async (tx) => {
    await requireUnproved(tx, read)
    return findOwnCredentials(tx, accountId)
  })
  if (!credentials) throw badToken()
  const way = await provedBy(dependencies, credentials, proof)
  nameTarget({ proved_by: way?.by ?? 'link_alone' })
  const event: AccountEvent = way ? `verification_link_${way.by}` : 'verification_link_alone'
  const done = await withLockedAccount(db, accountId, async (tx, held) => {
    await way?.stillHolds(tx)
    const account = await requireUnproved(tx, { accountId, email })
    return enterVerified(tx, dependencies, { account, held, event })
  })
  if (!done) throw badToken()
  const { account, resetToken } = done
  if (resetToken === undefined) return openProved(dependencies, account)
  return { account, membership: await membershipOf(db, accountId), resetToken }
}

async function enterVerified(
  tx: Tx,
  dependencies: VerifyAddressDependencies,
  { account, held, event }: { account: Account; held: LockedAccount; event: AccountEvent },
): Promise<Omit<Opened, 'membership'>> {
  const transition = await applyEvent(tx, account, event)
  if (!transition) throw alreadyVerified()
  const entered = { ...account, state: transition.to, isVerified: true }
  if (!transition.voids) return { account: entered }
  await deletePassword(tx, held.accountId)
  await voidAccess(tx, dependencies, held)
  return { account: entered, resetToken: await dependencies.accountTokens.signReset({ ...held, passwordHash: null }) }
}

/** The account whose owner has just proved its address, with the role that this may have brought. */
export async function openProved({ db, onArrival }: ArrivalDependencies, account: Account): Promise<Opened> {
  await onArrival(account.id)
  return { account, membership: await membershipOf(db, account.id) }
}

async function membershipOf(db: Db, accountId: string): Promise<Caller['membership']> {
  return (await db.transaction(accountScope(accountId), (tx) => findMembership(tx, accountId))) ?? null
}

async function requireUnproved(tx: Tx, read: { accountId: string; email: string }): Promise<Account> {
  const account = await findAccount(tx, read.accountId)
  if (account?.email !== read.email) throw badToken()
  if (account.isVerified) throw alreadyVerified()
  return account
}

function alreadyVerified(): AppError {
  return new AppError('bad_request', 'VERIFY_USER_ALREADY_VERIFIED', 'This address is verified already.')
}

function badToken(): AppError {
  const detail = 'This link is not valid, or no longer. Sign in and ask for a new one.'
  return new AppError('bad_request', 'VERIFY_USER_BAD_TOKEN', detail)
}
