import type { COMPANY_FILTERS, PERSON_FILTERS } from '@leadlight/domain/filters'
import type { FilterWords } from '../../lib/rows/filter-words.ts'

/** The names of the people filters. */
export const PERSON_FILTER_WORDS: FilterWords<typeof PERSON_FILTERS> = {
  ...wordsFor('people'),
  title: 'Role',
  companyName: 'Company',
}

/** The names of the company filters. */
export const COMPANY_FILTER_WORDS: FilterWords<typeof COMPANY_FILTERS> = {
  ...wordsFor('companies'),
  industry: 'Industry',
  companyName: 'Name',
}

/** What the dates of both lists are of. */
export const DATES_TITLE = 'Last post'

/** The names shared by both lists. */
function wordsFor(several: string) {
  return {
    statuses: { one: 'status', noun: 'statuses' },
    signals: { one: 'signal', noun: 'signals' },
    platforms: { one: 'platform', noun: 'platforms' },
    location: 'Location',
    deleted: { box: `Deleted ${several}`, set: 'Deleted' },
    text: `Search ${several}`,
    from: 'Last post from',
    to: 'Last post to',
  }
}
