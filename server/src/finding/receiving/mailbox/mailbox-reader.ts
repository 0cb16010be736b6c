import type { JobContext } from '../../../platform/jobs.ts'
import type { ReceivingDependencies } from '../receiving-dependencies.ts'
import { REFUSED } from './mailbox.ts'
import type { MailboxState } from './mailbox-store.ts'
import { readMailbox } from './read-mailbox.ts'

export const MAILBOX_EVERY_MS = 60_000
const REST_MAX_MS = 15 * 60_000

/**
 * Reads the mailbox when it is called, where there is one. One that cannot be read has a rest, whichever worker found
 * that out: as long as it has not been read, a quarter of an hour at most. One that refuses the user has the longest at
 * once, as many servers lock out whoever asks again and again. Whatever was tried before this process began counts for
 * nothing, so that a new password is tried at once.
 */
export function createMailboxReader(
  deps: ReceivingDependencies,
): (context: Pick<JobContext, 'signal' | 'leaving'>) => Promise<'again' | undefined> {
  const { mailbox, clock } = deps
  const begunAt = clock.now()
  let hasRead = false
  return async (context) => {
    if (mailbox === undefined) return undefined
    const isResting = (state: MailboxState) => {
      const { triedAt, problem } = state
      if (problem === null || (!hasRead && triedAt <= begunAt)) return false
      // It is called every minute, and not to the second.
      return clock.now().getTime() < triedAt.getTime() + restMs(state) - MAILBOX_EVERY_MS / 2
    }
    const read = await readMailbox(deps, mailbox, { ...context, isResting })
    hasRead ||= read !== 'rests'
    return read === 'again' ? 'again' : undefined
  }
}

function restMs({ problem, madeAt, triedAt, readAt }: MailboxState): number {
  if (problem === REFUSED) return REST_MAX_MS
  const unreadMs = triedAt.getTime() - (readAt ?? madeAt).getTime()
  return Math.min(Math.max(unreadMs, MAILBOX_EVERY_MS), REST_MAX_MS)
}
