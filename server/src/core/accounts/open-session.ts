import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import type { NewId } from '../../platform/ids.ts'
import { shortNetwork } from '../../platform/client-address.ts'
import type { AddressHashes, Client } from './client.ts'
import { insertSession, type Session } from './session-store.ts'
import type { SessionTokens } from './session-tokens.ts'

const HOUR_MS = 60 * 60_000

export interface SessionDependencies {
  clock: Clock
  newId: NewId
  tokens: SessionTokens
  addressHashes: AddressHashes
  /** How long a session lasts without being used. */
  sessionIdleHours: number
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
  { clock, newId, addressHashes, sessionIdleHours }: SessionDependencies,
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
    addressHash: addressHashes.of(client),
    idleAt: idleEnd(createdAt, sessionIdleHours),
    network: shortNetwork(client.address),
  }
  await insertSession(tx, session)
  return session
}

/** When a session ends that is used now and not again. */
export function idleEnd(now: Date, sessionIdleHours: number): Date {
  return new Date(now.getTime() + sessionIdleHours * HOUR_MS)
}

export function tokenOf({ tokens }: Pick<SessionDependencies, 'tokens'>, session: Session): Promise<string> {
  const { accountId, id, createdAt, expiresAt } = session
  return tokens.issue({ userId: accountId, sessionId: id }, { issuedAt: createdAt, expiresAt })
}
