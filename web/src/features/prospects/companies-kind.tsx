import type { CompanyRow } from '@leadlight/contract/prospects'
import type { listCompanies as listEndpoint } from '@leadlight/contract/companies'
import type { QueryOf } from '@leadlight/contract/endpoint'
import { COMPANY_FILTERS } from '@leadlight/domain/filters'
import { COMPANY_SORTS } from '@leadlight/domain/prospects'
import { Building2 } from 'lucide-react'
import {
  exportCompanies,
  listCompanies,
  markCompaniesDeleted,
  markCompaniesUndeleted,
  undoCompanies,
  updateCompaniesStatus,
} from 'virtual:calls'
import { call, send } from '../../lib/api.ts'
import { callOnce } from '../../lib/call-once.ts'
import { formatNumber } from '../../lib/format.ts'
import { keys } from '../../lib/keys.ts'
import { COMPANY_FILTER_WORDS } from './prospect-filter-words.ts'
import { bulkFilter } from './prospect-filters.ts'
import type { ProspectFilters } from './prospect-filters.ts'
import type { Chosen, ProspectKind } from './prospect-kind.ts'

const FIELDS = { filters: COMPANY_FILTERS, words: COMPANY_FILTER_WORDS, sorts: COMPANY_SORTS }

/** The companies of the people behind the leads. */
export const COMPANIES: ProspectKind<CompanyRow> = {
  ...FIELDS,
  name: 'companies',
  noun: { one: 'company', several: 'companies' },
  title: 'Companies',
  pageName: 'Company',
  columns: [
    { id: 'name', label: 'Name', widthPx: 168, sort: 'name', canHide: false },
    { id: 'status', label: 'Status', widthPx: 132, sort: 'status', canHide: true },
    {
      id: 'domain',
      label: 'Domain',
      widthPx: 140,
      sort: null,
      canHide: true,
      sourced: (company) => company.domain,
    },
    {
      id: 'industry',
      label: 'Industry',
      widthPx: 132,
      sort: null,
      canHide: true,
      sourced: (company) => company.industry,
    },
    {
      id: 'location',
      label: 'Location',
      widthPx: 124,
      sort: null,
      canHide: true,
      sourced: (company) => company.location,
    },
    {
      id: 'people',
      label: 'People',
      widthPx: 72,
      sort: 'people',
      canHide: true,
      cell: (company) => <span className="num">{formatNumber(company.people)}</span>,
    },
    { id: 'posts', label: 'Posts', widthPx: 64, sort: 'posts', canHide: true },
    { id: 'last_posted_at', label: 'Last post', widthPx: 100, sort: 'last_posted_at', canHide: true },
    { id: 'platforms', label: 'Platforms', widthPx: 88, sort: null, canHide: true },
    { id: 'signals', label: 'Signals', widthPx: 160, sort: null, canHide: true },
  ],
  orders: [
    { label: 'Last post', by: 'last_posted_at', direction: 'desc' },
    { label: 'Most posts', by: 'posts', direction: 'desc' },
    { label: 'Most people', by: 'people', direction: 'desc' },
    { label: 'Newly found', by: 'created_at', direction: 'desc' },
    { label: 'Name', by: 'name', direction: 'asc' },
    { label: 'Status', by: 'status', direction: 'asc' },
  ],
  keyOf: keys.companies,
  keyOfOne: keys.company,
  list: (projectId, query, page) =>
    call(listCompanies, { params: { projectId }, query: { ...(query as QueryOf<typeof listEndpoint>), ...page } }),
  setStatus: (projectId, chosen, status_config_id) =>
    callOnce(updateCompaniesStatus, { params: { projectId }, body: { ...selection(chosen), status_config_id } }),
  setDeleted: (projectId, chosen, deleted) =>
    callOnce(deleted ? markCompaniesDeleted : markCompaniesUndeleted, {
      params: { projectId },
      body: selection(chosen),
    }),
  undo: (projectId, undo_token) => callOnce(undoCompanies, { params: { projectId }, body: { undo_token } }, undo_token),
  export: (projectId, { format, filters, ids, signal }) =>
    send(exportCompanies, {
      params: { projectId },
      body: { ...exportedOf(filters, ids), format, ...orderOf(filters) },
      signal,
    }),
  canMerge: false,
  whenEmpty: 'A company is listed here once somebody behind one of your leads says that they work for it.',
  whenGone: 'It may have gone with the last person who named it, or be part of another project.',
  icon: Building2,
}

function selection(chosen: Chosen) {
  return 'ids' in chosen ? { company_lead_ids: chosen.ids } : { filter: bulkFilter(FIELDS, chosen.filters) }
}

/** Named rows matched the filters, but a call must still say whether deleted ones are meant. */
function exportedOf(filters: ProspectFilters, ids: readonly string[] | undefined) {
  if (!ids) return bulkFilter(FIELDS, filters)
  return { company_lead_ids: [...ids], ...(filters.deleted ? { deleted: true } : {}) }
}

/** A parsed order is one of the sorts. */
function orderOf({ order }: ProspectFilters) {
  return { sort_by: order.by as (typeof COMPANY_SORTS)[number], sort_order: order.direction }
}
