import { LEAD_FILTERS } from '@leadlight/domain/filters'
import { expect, test } from 'vitest'
import type { FilterWords } from '../../lib/rows/filter-words.ts'
import { LEAD_FILTER_WORDS } from './lead-filter-words.ts'

test('a filter without its words does not compile', () => {
  const declared = { ...LEAD_FILTERS, isUrgent: { parameter: 'is_urgent', kind: 'only' } } as const
  // @ts-expect-error the words of isUrgent are missing
  const without: FilterWords<typeof declared> = LEAD_FILTER_WORDS
  // @ts-expect-error a box needs more than a name
  const wrong: FilterWords<typeof declared> = { ...LEAD_FILTER_WORDS, isUrgent: 'Urgent only' }
  const whole: FilterWords<typeof declared> = { ...LEAD_FILTER_WORDS, isUrgent: { box: 'Urgent only', set: 'Urgent' } }
  expect([without, wrong, whole].map((words) => 'isUrgent' in words)).toEqual([false, true, true])
})
