import type { PersonRow } from '@leadlight/contract/prospects'
import type { listPeople as listEndpoint } from '@leadlight/contract/people'
import type { QueryOf } from '@leadlight/contract/endpoint'
import { PERSON_FILTERS } from '@leadlight/domain/filters'
import { PERSON_SORTS } from '@leadlight/domain/prospects'
import { Users } from 'lucide-react'
import { Link } from '../../lib/router/link.tsx'
import {
  exportPeople,
  listPeople,
  markPeopleDeleted,
  markPeopleUndeleted,
  undoPeople,
  updatePeopleStatus,
} from 'virtual:calls'
import { call, send } from '../../lib/api.ts'
import { callOnce } from '../../lib/call-once.ts'
import { keys } from '../../lib/keys.ts'
import { PERSON_FILTER_WORDS } from './prospect-filter-words.ts'
import { bulkFilter } from './prospect-filters.ts'
import type { ProspectFilters } from './prospect-filters.ts'
import type { Chosen, ProspectKind } from './prospect-kind.ts'
import { companyPath } from './prospect-paths.ts'

const FIELDS = { filters: PERSON_FILTERS, words: PERSON_FILTER_WORDS, sorts: PERSON_SORTS }

/** The people behind the leads. */
export const PEOPLE: ProspectKind<PersonRow> = {
  ...FIELDS,
  name: 'people',
  noun: { one: 'person', several: 'people' },
  title: 'People',
  pageName: 'Person',
  columns: [
    { id: 'name', label: 'Who', widthPx: 200, sort: 'name', canHide: false },
    { id: 'status', label: 'Status', widthPx: 132, sort: 'status', canHide: true },
    {
      id: 'person_title',
      label: 'Role',
      widthPx: 150,
      sort: null,
      canHide: true,
      sourced: (person) => person.person_title,
    },
    {
      id: 'company_name',
      label: 'Company',
      widthPx: 130,
      sort: 'company_name',
      canHide: true,
      sourced: (person) => person.company_name,
      cell: (person, projectId) =>
        person.company && (
          <Link
            to={companyPath(projectId, person.company.id)}
            tabIndex={-1}
            className="relative z-10 truncate font-medium hover:underline"
          >
            {person.company.name}
          </Link>
        ),
    },
    {
      id: 'location',
      label: 'Location',
      widthPx: 140,
      sort: null,
      canHide: true,
      sourced: (person) => person.location,
    },
    { id: 'platforms', label: 'Platforms', widthPx: 92, sort: null, canHide: true },
    { id: 'posts', label: 'Posts', widthPx: 72, sort: 'posts', canHide: true },
    { id: 'last_posted_at', label: 'Last post', widthPx: 104, sort: 'last_posted_at', canHide: true },
    { id: 'signals', label: 'Signals', widthPx: 188, sort: null, canHide: true },
  ],
  orders: [
    { label: 'Last post', by: 'last_posted_at', direction: 'desc' },
    { label: 'Most posts', by: 'posts', direction: 'desc' },
    { label: 'Newly found', by: 'created_at', direction: 'desc' },
    { label: 'Name', by: 'name', direction: 'asc' },
    { label: 'Company', by: 'company_name', direction: 'asc' },
    { label: 'Status', by: 'status', direction: 'asc' },
  ],
  keyOf: keys.people,
  keyOfOne: keys.person,
  list: (projectId, query, page) =>
    call(listPeople, { params: { projectId }, query: { ...(query as QueryOf<typeof listEndpoint>), ...page } }),
  setStatus: (projectId, chosen, status_config_id) =>
    callOnce(updatePeopleStatus, { params: { projectId }, body: { ...selection(chosen), status_config_id } }),
  setDeleted: (projectId, chosen, deleted) =>
    callOnce(deleted ? markPeopleDeleted : markPeopleUndeleted, { params: { projectId }, body: selection(chosen) }),
  undo: (projectId, undo_token) => callOnce(undoPeople, { params: { projectId }, body: { undo_token } }, undo_token),
  export: (projectId, { format, filters, ids, signal }) =>
    send(exportPeople, {
      params: { projectId },
      body: { ...exportedOf(filters, ids), format, ...orderOf(filters) },
      signal,
    }),
  canMerge: true,
  whenEmpty: 'Whoever writes a post that becomes a lead is listed here, with what is known of them and from where.',
  whenGone: 'They may have been erased, have become one with somebody else, or be part of another project.',
  icon: Users,
}

function selection(chosen: Chosen) {
  return 'ids' in chosen ? { person_lead_ids: chosen.ids } : { filter: bulkFilter(FIELDS, chosen.filters) }
}

/** Named rows matched the filters, but a call must still say whether deleted ones are meant. */
function exportedOf(filters: ProspectFilters, ids: readonly string[] | undefined) {
  if (!ids) return bulkFilter(FIELDS, filters)
  return { person_lead_ids: [...ids], ...(filters.deleted ? { deleted: true } : {}) }
}

/** A parsed order is one of the sorts. */
function orderOf({ order }: ProspectFilters) {
  return { sort_by: order.by as (typeof PERSON_SORTS)[number], sort_order: order.direction }
}
