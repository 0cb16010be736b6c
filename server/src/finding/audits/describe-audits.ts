import type { SignalAudit } from '@leadlight/contract/audits'
import { auditedSince, weekOf } from '@leadlight/domain/audits'
import { measuredRecall, type MeasuredRecall, type RecallCounts } from '@leadlight/domain/recall'
import type { Tx } from '../../platform/db.ts'
import { sumAudits } from './audit-store.ts'

/** Measuring recall takes milliseconds, and equal counts give equal results, so recent results are cached. */
const KNOWN_MAX = 1_000
const known = new Map<string, MeasuredRecall | null>()

export const NEVER_AUDITED: SignalAudit = { waiting: 0, audited: 0, recall: null }

/** The measured recall of each of the project's signals; `judged` is people's feedback on its leads. */
export async function describeAudits(
  tx: Tx,
  organizationId: string,
  asked: { projectId: string; now: Date; judged: ReadonlyMap<string, { positive: number; negative: number }> },
): Promise<Map<string, SignalAudit>> {
  const weeks = { projectId: asked.projectId, since: auditedSince(asked.now), week: weekOf(asked.now) }
  const sums = await sumAudits(tx, organizationId, weeks)
  return new Map(
    sums.map(({ signalId, waiting, found, strata }) => {
      const { positive, negative } = asked.judged.get(signalId) ?? { positive: 0, negative: 0 }
      const audited = strata.reduce((sum, { yes, no }) => sum + yes + no, 0)
      return [signalId, { waiting, audited, recall: recallOf({ found, positive, negative, strata }) }]
    }),
  )
}

function recallOf(counts: RecallCounts): MeasuredRecall | null {
  const key = JSON.stringify(counts)
  const before = known.get(key)
  if (before !== undefined) return before
  if (known.size >= KNOWN_MAX) known.clear()
  const measured = measuredRecall(counts)
  known.set(key, measured)
  return measured
}
