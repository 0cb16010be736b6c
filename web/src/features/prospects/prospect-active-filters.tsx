import { formatDate } from '../../lib/format.ts'
import type { Active } from '../../lib/rows/active-filter-list.tsx'
import { ActiveFilterList } from '../../lib/rows/active-filter-list.tsx'
import { PERIOD_WORDS } from '../../lib/rows/periods.ts'
import { operatorWords } from '../../lib/rows/text-operators.ts'
import { LIST_FILTERS } from './prospect-choices.ts'
import type { FilterPanelProps } from './prospect-filter-panel.tsx'
import type { ProspectFilters } from './prospect-filters.ts'

/** Everything that narrows the list, each to be taken away by itself, or all at once. */
export function ActiveFilters(props: FilterPanelProps) {
  return <ActiveFilterList active={activeFilters(props)} onChange={props.onChange} onClear={props.onClear} />
}

function activeFilters({ kind, filters, choices }: FilterPanelProps) {
  const { text, period, from, to, deleted, conditions } = filters
  const chosen = LIST_FILTERS.flatMap((filter) =>
    choices[filter]
      .filter(({ id }) => filters[filter].includes(id))
      .map(({ id, name }) => ({ words: name, without: { [filter]: filters[filter].filter((one) => one !== id) } })),
  )
  const ofTexts = kind.textFields.flatMap((field) => {
    const { [field]: condition, ...others } = conditions
    if (!condition) return []
    const words = `${kind.fieldNames[field] ?? field} ${operatorWords(condition.operator, condition.text)}`
    return [{ words, without: { conditions: others } }]
  })
  const flags: (Active<ProspectFilters> | false)[] = [
    deleted && { words: 'Deleted', without: { deleted: false } },
    text !== '' && { words: `"${text}"`, without: { text: '' } },
    period !== null && { words: PERIOD_WORDS[period], without: { period: null } },
    from !== null && { words: `From ${formatDate(from)}`, without: { from: null } },
    to !== null && { words: `To ${formatDate(to)}`, without: { to: null } },
  ]
  return [...chosen, ...ofTexts, ...flags.filter((one) => one !== false)]
}
