import type { JobContext } from '../../../platform/jobs.ts'
import type { ReceivingDependencies } from '../receiving-dependencies.ts'
import { MailboxError } from './mailbox.ts'
import { readMailbox } from './read-mailbox.ts'

export const MAILBOX_EVERY_MS = 60_000
const REST_MAX_MS = 15 * 60_000

/**
 * Reads the mailbox when it is called, where there is one. One that cannot be read has a rest, longer with each failure;
 * one that refuses the user has the longest at once, as many servers lock out whoever asks again and again. The rest ends
 * with the process, so that a new password is tried at once.
 */
export function createMailboxReader(
  deps: ReceivingDependencies,
): (context: Pick<JobContext, 'signal' | 'leaving'>) => Promise<'again' | undefined> {
  const { mailbox, clock } = deps
  let failures = 0
  let restsUntilMs = -Infinity
  return async (context) => {
    if (mailbox === undefined || clock.now().getTime() < restsUntilMs) return undefined
    const read = await readMailbox(deps, mailbox, context)
    failures = read instanceof MailboxError ? failures + 1 : 0
    if (!(read instanceof MailboxError)) return read === 'again' ? 'again' : undefined
    const restMs = read.isRefused ? REST_MAX_MS : Math.min(MAILBOX_EVERY_MS * 2 ** (failures - 1), REST_MAX_MS)
    // It is called every minute, and not to the second.
    restsUntilMs = clock.now().getTime() + restMs - MAILBOX_EVERY_MS / 2
    return undefined
  }
}
