import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import type { NewId } from '../../platform/ids.ts'
import type { AddressHash, Client } from './client.ts'
import { insertSession, type Session } from './session-store.ts'
import type { SessionTokens } from './session-tokens.ts'

export interface SessionDependencies {
  clock: Clock
  newId: NewId
  tokens: SessionTokens
  hashAddress: AddressHash
}

interface Opening {
  accountId: string
  client: Client
  lifetimeMs: number
  /** The super admin who impersonates this account. */
  impersonatorId?: string
}

/** Opens a session; call `tokenOf` for its token once the transaction has committed. */
export async function openSession(
  tx: Tx,
  { clock, newId, hashAddress }: SessionDependencies,
  { accountId, client, lifetimeMs, impersonatorId }: Opening,
): Promise<Session> {
  const createdAt = clock.now()
  const session = {
    id: newId(),
    accountId,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + lifetimeMs),
    impersonatorId: impersonatorId ?? null,
    userAgent: client.userAgent,
    addressHash: hashAddress(client),
  }
  await insertSession(tx, session)
  return session
}

export function tokenOf({ tokens }: Pick<SessionDependencies, 'tokens'>, session: Session): Promise<string> {
  const { accountId, id, createdAt, expiresAt } = session
  return tokens.issue({ userId: accountId, sessionId: id }, { issuedAt: createdAt, expiresAt })
}
