import { z } from 'zod'
import type { Tx } from '../../platform/db.ts'
import type { NewId } from '../../platform/ids.ts'
import { defineJob, type Jobs } from '../../platform/jobs.ts'
import { sealedInJobs } from '../../platform/reseal.ts'
import { ADDRESS_CONTEXT, type SealedAddresses } from './sealed-addresses.ts'

/** Retries for about three hours in all, in case the mail server is down. */
const RETRIES = { retryLimit: 8, retryDelayMs: 60_000, expireMs: 90_000 }

const Address = z.object({
  /** Identifies the mail, also when a job runs twice. */
  mailId: z.uuid(),
  /** Sealed; see `SealedAddresses`. */
  to: z.string(),
})

/** Mails a link that verifies the address, if an account has it and it is not verified yet. */
export const mailVerificationJob = defineJob({ name: 'accounts.mail-verification', schema: Address, ...RETRIES })

/** Mails a link to choose a new password, if an account has the address. */
export const mailResetJob = defineJob({ name: 'accounts.mail-reset', schema: Address, ...RETRIES })

/** Mails a link that gives the account this address, if its credentials are unchanged since it was asked for. */
export const mailEmailChangeJob = defineJob({
  name: 'accounts.mail-email-change',
  schema: Address.extend({ accountId: z.uuid(), fingerprint: z.string() }),
  ...RETRIES,
})

const NOTICES = ['password_changed', 'email_changed', 'account_deleted'] as const
export type Notice = (typeof NOTICES)[number]

/** Mails an address what was done to its account. */
export const mailNoticeJob = defineJob({
  name: 'accounts.mail-notice',
  schema: Address.extend({ notice: z.enum(NOTICES), at: z.iso.datetime() }),
  ...RETRIES,
})

/** The addresses that mails on their way are for. */
export const SEALED_ADDRESSES = sealedInJobs({
  words: ['address of a mail', 'addresses of mails'],
  jobs: [mailVerificationJob, mailResetJob, mailEmailChangeJob, mailNoticeJob],
  field: 'to',
  contextOf: () => ADDRESS_CONTEXT,
})

export interface MailingDependencies {
  jobs: Jobs
  newId: NewId
  sealedAddresses: SealedAddresses
}

/** The data that every one of these jobs has. */
export function addressed({ newId, sealedAddresses }: MailingDependencies, to: string): z.infer<typeof Address> {
  return { mailId: newId(), to: sealedAddresses.seal(to) }
}

export function enqueueNotice(
  tx: Tx,
  dependencies: MailingDependencies,
  { to, notice, at }: { to: string; notice: Notice; at: Date },
): Promise<void> {
  const payload = { ...addressed(dependencies, to), notice, at: at.toISOString() }
  return dependencies.jobs.enqueue(tx, mailNoticeJob, payload)
}
