import type { Caller } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { getAddressedTransfer } from './get-addressed-transfer.ts'
import { mailAnswerJob } from './mail-jobs.ts'
import { transferNotFound } from './transfer-failures.ts'
import { endTransfer } from './transfer-store.ts'

/** Turns down a project offered to the caller; it stays where it is. */
export async function rejectTransfer(
  { db, clock, jobs }: { db: Db; clock: Clock; jobs: Jobs },
  caller: Caller,
  id: string,
): Promise<void> {
  const { organizationId } = await getAddressedTransfer({ db, clock }, caller.userId, id)
  await db.transaction(organizationScope(organizationId), async (tx) => {
    if (!(await endTransfer(tx, organizationId, { id, state: 'rejected' }))) throw transferNotFound()
    await jobs.enqueue(tx, mailAnswerJob, { organizationId, transferId: id }, { key: id })
  })
}
