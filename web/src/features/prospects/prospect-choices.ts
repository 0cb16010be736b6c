import type { Status } from '@leadlight/contract/statuses'
import type { NamesOfKind } from '@leadlight/domain/filters'
import { namesOfKind, PERSON_FILTERS } from '@leadlight/domain/filters'
import { useDataChannels } from '../../lib/data-channels.ts'
import { useIntentSignals } from '../../lib/intent-signals.ts'
import { platformName } from '../../lib/platforms.ts'
import type { Choice } from '../../lib/rows/choices.ts'
import { statusChoices, withDeleted } from '../../lib/rows/choices.ts'
import type { CompanyFilters, PersonFilters, ProspectFilters } from './prospect-filters.ts'

export type ListFilter = NamesOfKind<PersonFilters & CompanyFilters, 'statuses' | 'ids' | 'texts'>

/** The filters of either list that have a menu of choices, in their order. */
export const LIST_FILTERS = namesOfKind(PERSON_FILTERS, 'statuses', 'ids', 'texts')

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
    statuses: withDeleted(statusChoices(statuses), filters.statuses),
    signals: withDeleted(
      signals.map(({ id, intent_signal }) => ({ id, name: intent_signal })),
      filters.signals,
    ),
    platforms: [...platforms].map((id) => ({ id, name: platformName(id) })),
  }
}
