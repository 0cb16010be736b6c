import type { Attempt, RateLimit } from '../../platform/rate-limits.ts'
import { clientNetwork } from '../../platform/client-address.ts'
import type { Client } from './client.ts'

const HOUR_MS = 60 * 60_000

/** Wrong passwords for one account from one client. */
const LOGIN_OF_PAIR = hourly('login.pair', 10)
/** Wrong passwords for one account from all clients it is not known to use. */
const LOGIN_OF_ACCOUNT = hourly('login.account', 20)
/** Wrong passwords from one client for all accounts not known to use it. */
const LOGIN_OF_CLIENT = hourly('login.client', 100)
/** Wrong passwords for one account from one browser that somebody has signed in to it from, and from all such. */
const LOGIN_OF_DEVICE = hourly('login.device', 10)
const LOGIN_OF_DEVICES = hourly('login.devices', 50)
/**
 * Wrong codes of a second factor, after the right password, for one account from one client; below, from all clients.
 */
const CODES_OF_PAIR = hourly('second-factor.pair', 10)
const CODES_OF_ACCOUNT = hourly('second-factor.account', 20)
const CODES_OF_DEVICE = hourly('second-factor.device', 10)
const CODES_OF_DEVICES = hourly('second-factor.devices', 20)
const REGISTRATIONS_OF_CLIENT = hourly('register.client', 30)
/** Calls that ask for a mail, to any address. */
const MAIL_REQUESTS_OF_CLIENT = hourly('mail-request.client', 30)
/** Mails of one kind to one address. A link lives at least as long, so the latest one still works. */
const MAILS_TO_ADDRESS = hourly('mail.address', 3)
/** Wrong passwords and codes of somebody signed in. Counted by session, so that a thief does not lock the owner out. */
const PROOFS_OF_SESSION = hourly('proof.session', 10)
const EMAIL_CHANGES_OF_ACCOUNT = hourly('email-change.account', 5)

export type MailKind = 'verification' | 'reset' | 'email-change'

/**
 * What one guess at a password counts against. A guess from a browser with the account's mark counts for that browser,
 * and one from where the account is known to be used for that pair, so that others cannot use up what its owner needs.
 */
export function loginAttempts(
  client: Client,
  email: string,
  { isKnownAddress, deviceId }: { isKnownAddress: boolean; deviceId: string | undefined },
): Attempt[] {
  if (deviceId !== undefined) {
    return [
      { limit: LOGIN_OF_DEVICE, of: [email, deviceId] },
      { limit: LOGIN_OF_DEVICES, of: [email] },
    ]
  }
  const network = clientNetwork(client.address)
  const pair = { limit: LOGIN_OF_PAIR, of: [email, network] }
  if (isKnownAddress) return [pair]
  return [pair, { limit: LOGIN_OF_ACCOUNT, of: [email] }, { limit: LOGIN_OF_CLIENT, of: [network] }]
}

/**
 * What one guess at a code counts against. Who knows the password cannot use up what the owner's own browser needs, but neither a known address nor a new password helps: the second factor is there
 * to stop somebody who has the mailbox.
 */
export function secondFactorAttempts(client: Client, accountId: string, deviceId: string | undefined): Attempt[] {
  if (deviceId !== undefined) {
    return [
      { limit: CODES_OF_DEVICE, of: [accountId, deviceId] },
      { limit: CODES_OF_DEVICES, of: [accountId] },
    ]
  }
  return [
    { limit: CODES_OF_PAIR, of: [accountId, clientNetwork(client.address)] },
    { limit: CODES_OF_ACCOUNT, of: [accountId] },
  ]
}

export function registerAttempts(client: Client): Attempt[] {
  return [{ limit: REGISTRATIONS_OF_CLIENT, of: [clientNetwork(client.address)] }]
}

export function mailRequestAttempts(client: Client): Attempt[] {
  return [{ limit: MAIL_REQUESTS_OF_CLIENT, of: [clientNetwork(client.address)] }]
}

export function mailAttempts(kind: MailKind, email: string): Attempt[] {
  return [{ limit: MAILS_TO_ADDRESS, of: [kind, email] }]
}

export function proofAttempts(sessionId: string): Attempt[] {
  return [{ limit: PROOFS_OF_SESSION, of: [sessionId] }]
}

export function emailChangeAttempts(accountId: string): Attempt[] {
  return [{ limit: EMAIL_CHANGES_OF_ACCOUNT, of: [accountId] }]
}

/** The limits that somebody who reads the mailbox may reset by setting a new password. */
export function attemptsForgivenByReset(client: Client, email: string, deviceId: string | undefined): Attempt[] {
  return [
    ...loginAttempts(client, email, { isKnownAddress: true, deviceId: undefined }),
    ...(deviceId === undefined ? [] : loginAttempts(client, email, { isKnownAddress: true, deviceId })),
    ...mailAttempts('reset', email),
  ]
}

function hourly(name: string, max: number): RateLimit {
  return { name, max, withinMs: HOUR_MS }
}
