import type { Attempt, RateLimit } from '../../platform/rate-limits.ts'
import { clientNetwork } from '../../platform/client-address.ts'
import type { Client } from './client.ts'

const HOUR_MS = 60 * 60_000

/** Wrong passwords for one account from one client. */
const LOGIN_OF_PAIR = hourly('login.pair', 10)
/** Wrong passwords for one account from all clients together that it is not known to use. */
const LOGIN_OF_ACCOUNT = hourly('login.account', 20)
/** Wrong passwords from one client for all accounts together that are not known to use it. */
const LOGIN_OF_CLIENT = hourly('login.client', 100)
/** Wrong codes of a second factor, after the right password, for one account from one client, and from all of them. */
const CODES_OF_PAIR = hourly('second-factor.pair', 10)
const CODES_OF_ACCOUNT = hourly('second-factor.account', 20)
const REGISTRATIONS_OF_CLIENT = hourly('register.client', 30)
/** Calls that ask for a mail, whatever address they name. */
const MAIL_REQUESTS_OF_CLIENT = hourly('mail-request.client', 30)
/** Mails of one kind to one address. A link lives at least as long, so whoever asked last still holds one that works. */
const MAILS_TO_ADDRESS = hourly('mail.address', 3)
/** Wrong passwords and codes where somebody signed in proves who they are. Of the session: a thief does not lock the owner out. */
const PROOFS_OF_SESSION = hourly('proof.session', 10)
const EMAIL_CHANGES_OF_ACCOUNT = hourly('email-change.account', 5)

export type MailKind = 'verification' | 'reset' | 'email-change'

/**
 * What one guess at a password counts against. A guess from where the account is known to be used counts for that place
 * alone, so that strangers elsewhere, or others behind the same address, cannot use up what its owner needs.
 */
export function loginAttempts(
  client: Client,
  email: string,
  { isKnownAddress }: { isKnownAddress: boolean },
): Attempt[] {
  const network = clientNetwork(client.address)
  const pair = { limit: LOGIN_OF_PAIR, of: [email, network] }
  if (isKnownAddress) return [pair]
  return [pair, { limit: LOGIN_OF_ACCOUNT, of: [email] }, { limit: LOGIN_OF_CLIENT, of: [network] }]
}

/**
 * What one guess at a code counts against. No address is known well enough to be let off, and a new password forgives
 * nothing: whoever has the mailbox sets one from wherever they like, and a second factor is there to stop them.
 */
export function secondFactorAttempts(client: Client, accountId: string): Attempt[] {
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

/** What somebody who holds the mailbox may start afresh, once they have set a new password by its link. */
export function attemptsForgivenByReset(client: Client, email: string): Attempt[] {
  return [...loginAttempts(client, email, { isKnownAddress: true }), ...mailAttempts('reset', email)]
}

function hourly(name: string, max: number): RateLimit {
  return { name, max, withinMs: HOUR_MS }
}
