import { TAUGHT_BY } from '@leadlight/domain/teaching'
import { z } from 'zod'
import type { Tx } from '../../platform/db.ts'
import { defineJob, type Jobs } from '../../platform/jobs.ts'
import { countRead, findTaught, type OfTeaching } from './kept-lessons.ts'

/** Learns from what a large model said of a signal's posts, once it has read enough. */
export const teachJob = defineJob({
  name: 'opinions.teach',
  schema: z.object({ organizationId: z.uuid(), signalId: z.uuid() }),
  retryLimit: 5,
  retryDelayMs: 1_000,
  expireMs: 10 * 60_000,
  runsAgain: true,
  groupOf: ({ organizationId }) => organizationId,
})

/**
 * Whether the model has read enough for what it teaches to be tried, for the first time or once more. What was taught
 * under another version of the built-in model is learned anew from the same verdicts.
 */
export async function isTeachable(tx: Tx, of: OfTeaching, judgeModel: string): Promise<boolean> {
  const taught = await findTaught(tx, of)
  if (taught?.head) return taught.judgeModel !== judgeModel
  const read = await countRead(tx, of.organizationId, [{ ...of, since: taught?.since ?? null }])
  return (read.get(of.signalId) ?? 0) >= (taught?.learnedFrom ?? 0) + TAUGHT_BY
}

/** Has the signal learn, in the transaction that records what the model said, where that is enough. */
export async function enqueueTeaching(
  tx: Tx,
  { jobs }: { jobs: Jobs },
  { judgeModel, ...of }: OfTeaching & { judgeModel: string },
): Promise<void> {
  if (!(await isTeachable(tx, of, judgeModel))) return
  const { organizationId, signalId } = of
  await jobs.enqueue(tx, teachJob, { organizationId, signalId }, { key: signalId })
}
