import { findMembership } from '../members/memberships.ts'
import type { Db, Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { accountScope, departureScope } from '../../platform/scopes.ts'
import { lockAccount, type Credentials } from './credential-store.ts'

const TRIES_MAX = 5

/** An account that nobody else can change or sign in to until the transaction ends. */
export interface LockedAccount extends Credentials {
  organizationId: string | null
}

/**
 * Does `work` with the account locked, in a transaction that sees its organization's rows too; undefined if the account
 * is gone. Retried if the account changes organization meanwhile.
 */
export async function withLockedAccount<T>(
  db: Db,
  accountId: string,
  work: (tx: Tx, held: LockedAccount) => Promise<T>,
): Promise<T | undefined> {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const organizationId = await db.transaction(accountScope(accountId), (tx) => organizationOf(tx, accountId))
    const held = await db.transaction(departureScope(accountId, organizationId), async (tx) => {
      const credentials = await lockAccount(tx, accountId)
      if (!credentials) return { done: undefined }
      if ((await organizationOf(tx, accountId)) !== organizationId) return undefined
      return { done: await work(tx, { ...credentials, organizationId }) }
    })
    if (held) return held.done
  }
  throw new AppError('conflict', 'account_changed', 'Your account was changed at this very moment. Try again.')
}

async function organizationOf(tx: Tx, accountId: string): Promise<string | null> {
  return (await findMembership(tx, accountId))?.organizationId ?? null
}
