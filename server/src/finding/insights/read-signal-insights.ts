import type { ProjectIds } from '../../platform/actor.ts'
import type { SignalInsight } from '@leadlight/contract/insights'
import { describeAudits, NEVER_AUDITED } from '../audits/describe-audits.ts'
import { measureQuality } from '../../workspace/leads/measure-quality.ts'
import type { Tx } from '../../platform/db.ts'
import { findWordings } from '../../core/signals/signals.ts'
import type { Period } from './period.ts'

/**
 * For each of the project's signals, oldest first: the share of good leads in that time, and its recall. The recall
 * covers the last twelve weeks, since audits are weekly and few.
 */
export async function readSignalInsights(
  tx: Tx,
  { organizationId, projectId }: ProjectIds,
  { from, to, now }: Pick<Period, 'from' | 'to'> & { now: Date },
): Promise<SignalInsight[]> {
  const wordings = await findWordings(tx, organizationId, projectId)
  const judged = await measureQuality(tx, organizationId, projectId, { from, to })
  const judgedEver = await measureQuality(tx, organizationId, projectId)
  const audits = await describeAudits(tx, organizationId, { projectId, now, judged: judgedEver })
  return [...wordings].map(([id, text]) => {
    const { positive, negative, quality } = judged.get(id) ?? { positive: 0, negative: 0, quality: null }
    const { audited, recall } = audits.get(id) ?? NEVER_AUDITED
    const precision = quality && { share: quality.share, low: quality.low, high: quality.high }
    return { id, text, positive, negative, precision, recall, audited }
  })
}
