import { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Keys } from '../../platform/crypto.ts'
import type { Db } from '../../platform/db.ts'
import { defineJob, type Jobs } from '../../platform/jobs.ts'
import type { Random } from '../../platform/random.ts'
import { accountScope, loginScope } from '../../platform/scopes.ts'
import type { SignedTokens } from '../../platform/signed-tokens.ts'
import type { Mailer } from '../../senders/mail.ts'
import { emailChangeMail, noticeMail, resetMail, verificationMail } from './account-mails.ts'
import { findAccountByEmail } from './account-store.ts'
import { createAccountTokens } from './account-tokens.ts'
import { findCredentials, findOwnCredentials } from './credential-store.ts'
import { mailEmailChangeJob, mailNoticeJob, mailResetJob, mailVerificationJob } from './mail-jobs.ts'
import { createSealedAddresses } from './sealed-addresses.ts'
import { deleteOldSessions } from './session-store.ts'

const DAY_MS = 24 * 60 * 60_000
/** As long as a sign-in makes its address known; see login.ts. */
const SESSIONS_KEPT_MS = 90 * DAY_MS
const MAILS_AT_ONCE = 4

const pruneSessionsJob = defineJob({
  name: 'accounts.prune-sessions',
  schema: z.object({}),
  retryLimit: 0,
  retryDelayMs: 1000,
  expireMs: 60_000,
})

export interface AccountJobDependencies {
  jobs: Jobs
  db: Db
  clock: Clock
  random: Random
  mailer: Mailer
  keys: Keys
  signedTokens: SignedTokens
  config: Pick<Config, 'publicUrl'>
}

/**
 * Registers the handlers of this slice's jobs. Links are signed here, at the last moment, so that no job or table
 * contains one.
 */
export function registerAccountJobs(dependencies: AccountJobDependencies): void {
  const { jobs, db, clock, random, mailer, keys } = dependencies
  const { publicUrl } = dependencies.config
  const accountTokens = createAccountTokens(dependencies)
  const sealedAddresses = createSealedAddresses(keys, random)
  const concurrency = { concurrency: MAILS_AT_ONCE }
  const envelope = ({ mailId, to }: { mailId: string; to: string }) => {
    return { key: mailId, to: sealedAddresses.open(to), publicUrl }
  }

  jobs.work(
    mailVerificationJob,
    async (payload) => {
      const mail = envelope(payload)
      const account = await db.transaction(loginScope(), (tx) => findAccountByEmail(tx, mail.to))
      if (!account || account.isVerified) return
      await mailer.send(verificationMail({ ...mail, token: await accountTokens.signVerification(account) }))
    },
    concurrency,
  )
  jobs.work(
    mailResetJob,
    async (payload) => {
      const mail = envelope(payload)
      const credentials = await db.transaction(loginScope(), (tx) => findCredentials(tx, mail.to))
      if (!credentials) return
      await mailer.send(resetMail({ ...mail, token: await accountTokens.signReset(credentials) }))
    },
    concurrency,
  )
  jobs.work(
    mailEmailChangeJob,
    async ({ accountId, fingerprint, ...payload }) => {
      const mail = envelope(payload)
      const credentials = await db.transaction(accountScope(accountId), (tx) => findOwnCredentials(tx, accountId))
      if (!credentials || !accountTokens.isFingerprintOf(credentials, fingerprint)) return
      const token = await accountTokens.signEmailChange(credentials, mail.to)
      await mailer.send(emailChangeMail({ ...mail, token }))
    },
    concurrency,
  )
  jobs.work(
    mailNoticeJob,
    ({ notice, at, ...payload }) => mailer.send(noticeMail({ ...envelope(payload), notice, at: new Date(at) })),
    concurrency,
  )
  registerSessionPruning(jobs, db, clock)
}

function registerSessionPruning(jobs: Jobs, db: Db, clock: Clock): void {
  jobs.every(pruneSessionsJob, DAY_MS)
  jobs.work(pruneSessionsJob, async () => {
    const now = clock.now()
    const openedBefore = new Date(now.getTime() - SESSIONS_KEPT_MS)
    await db.transaction(loginScope(), (tx) => deleteOldSessions(tx, { openedBefore, now }))
  })
}
