import { meetsMinimum } from '@leadlight/domain/scoring'
import type { ConfigRow } from './config-store.ts'

/** Whether the lead meets the rule's signals and minimum score. */
export function fits(
  { signal_ids: signalIds, minimum_score: minimum }: Pick<ConfigRow, 'signal_ids' | 'minimum_score'>,
  lead: { score: number; signalIds: readonly string[] },
): boolean {
  const isOfSignal = signalIds.length === 0 || lead.signalIds.some((id) => signalIds.includes(id))
  return isOfSignal && meetsMinimum(lead.score, minimum)
}
