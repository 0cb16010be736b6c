import type { Status } from '@leadlight/contract/statuses'
import { useDataChannels } from '../../lib/data-channels.ts'
import { useIntentSignals } from '../../lib/intent-signals.ts'
import { platformName } from '../../lib/platforms.ts'
import type { Choice } from '../../lib/rows/choices.ts'
import { statusChoices, withGone } from '../../lib/rows/choices.ts'
import type { ProspectFilters } from './prospect-filters.ts'

export const LIST_FILTERS = ['statuses', 'signals', 'platforms'] as const
export type ListFilter = (typeof LIST_FILTERS)[number]

/** What each filter is called while it does not narrow, and how several of its choices are counted. */
export const FILTER_WORDS: Record<ListFilter, { noun: string; one: string }> = {
  statuses: { noun: 'statuses', one: 'status' },
  signals: { noun: 'signals', one: 'signal' },
  platforms: { noun: 'platforms', one: 'platform' },
}

/** What each filter offers, with what is chosen but no longer there. */
export function useChoices(
  projectId: string,
  statuses: readonly Status[],
  filters: ProspectFilters,
): Record<ListFilter, Choice[]> {
  const { data: signals = [] } = useIntentSignals(projectId)
  const { data: channels = [] } = useDataChannels(projectId)
  // A platform has its name, whether or not leads come from there now.
  const platforms = new Set([...channels.map(({ platform }) => platform), ...filters.platforms])
  return {
    statuses: withGone(statusChoices(statuses), filters.statuses),
    signals: withGone(
      signals.map(({ id, intent_signal }) => ({ id, name: intent_signal })),
      filters.signals,
    ),
    platforms: [...platforms].map((id) => ({ id, name: platformName(id) })),
  }
}
