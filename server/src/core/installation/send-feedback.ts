import type { Caller } from '../../platform/actor.ts'
import { nameTarget } from '../../platform/changes.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db.ts'
import type { NewId } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import { installationScope } from '../../platform/scopes.ts'
import { insertFeedback } from './feedback-store.ts'

export interface FeedbackDependencies {
  db: Db
  clock: Clock
  newId: NewId
  log: Log
}

/** Stores the user's feedback for the operator, and logs that there is some, not what it says. */
export async function sendFeedback(
  { db, clock, newId, log }: FeedbackDependencies,
  caller: Caller,
  feedback: string,
): Promise<void> {
  const entry = { id: newId(), accountId: caller.userId, feedback, createdAt: clock.now() }
  const organizationId = caller.membership?.organizationId ?? null
  nameTarget({ id: entry.id })
  await db.transaction(installationScope(), (tx) => insertFeedback(tx, organizationId, entry))
  log.info({ feedbackId: entry.id, userId: caller.userId, characters: feedback.length }, 'feedback received')
}
