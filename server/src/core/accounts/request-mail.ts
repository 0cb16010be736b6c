import type { Db } from '../../platform/db.ts'
import { requireAttempt, type RateLimits } from '../../platform/rate-limits.ts'
import { loginScope } from '../../platform/scopes.ts'
import { mailAttempts, mailRequestAttempts } from './attempt-limits.ts'
import type { Client } from './client.ts'
import { addressed, mailResetJob, mailVerificationJob, type MailingDependencies } from './mail-jobs.ts'

export interface RequestMailDependencies extends MailingDependencies {
  db: Db
  rateLimits: RateLimits
}

/** Mails a link that verifies the address, if an unverified account has it. */
export function requestVerification(dependencies: RequestMailDependencies, client: Client, email: string) {
  return requestMail(dependencies, client, { kind: 'verification', email })
}

/** Mails a link to choose a new password, if an account has the address. */
export function requestReset(dependencies: RequestMailDependencies, client: Client, email: string) {
  return requestMail(dependencies, client, { kind: 'reset', email })
}

const JOBS = { verification: mailVerificationJob, reset: mailResetJob }

/**
 * Does the same work for every address: a job looks up the account long after the answer. That an address has had its
 * mails for this hour is not told either.
 */
async function requestMail(
  dependencies: RequestMailDependencies,
  client: Client,
  { kind, email }: { kind: keyof typeof JOBS; email: string },
): Promise<void> {
  const { db, jobs, rateLimits } = dependencies
  await requireAttempt(rateLimits, mailRequestAttempts(client))
  const mail = await rateLimits.count(mailAttempts(kind, email))
  if (!('counted' in mail)) return
  await db.transaction(loginScope(), (tx) => jobs.enqueue(tx, JOBS[kind], addressed(dependencies, email)))
}
