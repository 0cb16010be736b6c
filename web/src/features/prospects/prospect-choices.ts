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

/** The filters of both lists with a menu of choices, in order. */
export const LIST_FILTERS = namesOfKind(PERSON_FILTERS, 'statuses', 'ids', 'texts')

/** Each filter's choices, with chosen ones that no longer exist. */
export function useChoices(
  projectId: string,
  statuses: readonly Status[],
  filters: ProspectFilters,
): Record<ListFilter, Choice[]> {
  const { data: signals = [] } = useIntentSignals(projectId)
  const { data: channels = [] } = useDataChannels(projectId)
  // Platforms are listed even if no leads come from them now.
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
