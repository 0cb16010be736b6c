import { LEAD_FILTERS } from '@leadlight/domain/filters'
import type { FilterList, FilterWords } from '../../lib/rows/filter-words.ts'

/** The names of the lead filters. */
export const LEAD_FILTER_WORDS: FilterWords<typeof LEAD_FILTERS> = {
  statuses: { one: 'status', noun: 'statuses' },
  signals: { one: 'signal', noun: 'signals' },
  channels: { one: 'channel', noun: 'channels' },
  read: { yes: { box: 'Already read', set: 'Read' }, no: { box: 'Unread only', set: 'Unread' } },
  starred: { box: 'Starred only', set: 'Starred' },
  hasNotes: { box: 'With notes only', set: 'With notes' },
  deleted: { box: 'Deleted leads', set: 'Deleted' },
  text: 'Search leads',
  from: 'Posted from',
  to: 'Posted to',
  leadIds: { one: 'chosen lead', noun: 'chosen leads' },
  githubStates: {
    title: 'On GitHub',
    choices: {
      OPEN: { box: 'Open', set: 'Open on GitHub' },
      CLOSED: { box: 'Closed', set: 'Closed on GitHub' },
    },
  },
  columns: 'Smart columns',
}

/** What the dates are of. */
export const DATES_TITLE = 'Posted'

export const LEAD_LIST: FilterList<typeof LEAD_FILTERS> = { filters: LEAD_FILTERS, words: LEAD_FILTER_WORDS }
