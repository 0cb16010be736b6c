import type { ObjectName } from './objects.ts'
import type { Made, Recipe, Recipes } from './recipe.ts'

const inProject = { 'params.projectId': 'project' } as const

/** The list's filters, and the object each names. */
const FILTERS = { lead_ids: 'lead', intent_signals: 'signal', status_config_id: 'leadStatus' } as const

/** Calls about many leads at once: by name, or by the list's filters. */
export const LEAD_LIST_RECIPES: Recipes = {
  listLeads: [
    { positions: inProject },
    { positions: inProject, send: () => ({ query: { search_text: 'bookkeeper', starred: 'false' } }) },
    ...filteredInQuery(),
    sortedByColumn('query.sort_by', ({ ids }) => ({ query: { sort_by: `column:${ids['query.sort_by']}` } })),
  ],
  countLeads: [{ positions: inProject }, ...filteredInQuery()],
  markLeadsAsRead: namedLeads('lead'),
  markLeadsAsUnread: namedLeads('readLead'),
  markLeadsAsDeleted: namedLeads('lead'),
  markLeadsAsUndeleted: namedLeads('deletedLead'),
  updateLeadsStatus: [
    {
      positions: { ...inProject, 'body.status_config_id': 'leadStatus', 'body.lead_ids': 'lead' },
      missing: { 'body.lead_ids': 200 },
      send: ({ ids }) => ({
        body: { status_config_id: ids['body.status_config_id'], lead_ids: [ids['body.lead_ids']] },
      }),
    },
    ...filteredInBody('body.filter', (filter) => ({ status_config_id: null, filter })),
  ],
  exportLeads: [
    { positions: inProject, send: () => ({ body: { format: 'csv' } }) },
    ...filteredInBody('body', (filter) => ({ format: 'json', ...filter })),
    sortedByColumn('body.sort_by', ({ ids }) => ({
      body: { format: 'xlsx', sort_by: `column:${ids['body.sort_by']}` },
    })),
  ],
}

/**
 * A filter by a missing object finds nothing. A missing smart column is an error: a filter for its empty values would
 * pass every row.
 */
function filteredInQuery(): Recipe[] {
  const filters = Object.entries(FILTERS).map(([name, object]): Recipe => {
    const place = `query.${name}` as const
    return {
      positions: { ...inProject, [place]: object },
      missing: { [place]: 200 },
      send: ({ ids }) => ({ query: { [name]: ids[place] ?? '' } }),
    }
  })
  const place = 'query.smart_column_values' as const
  const byColumn: Recipe = {
    positions: { ...inProject, [place]: 'smartColumn' },
    send: ({ ids }) => ({ query: { smart_column_values: JSON.stringify([columnFilter(ids[place])]) } }),
  }
  return [...filters, byColumn]
}

function filteredInBody(
  at: 'body' | 'body.filter',
  bodyOf: (filter: Record<string, unknown>) => Record<string, unknown>,
  lead: ObjectName = 'lead',
): Recipe[] {
  const filters = Object.entries({ ...FILTERS, lead_ids: lead }).map(([name, object]): Recipe => {
    const place = `${at}.${name}` as 'body.x'
    return {
      positions: { ...inProject, [place]: object },
      missing: { [place]: 200 },
      send: ({ ids }) => ({ body: bodyOf({ [name]: [ids[place]] }) }),
    }
  })
  const place = `${at}.smart_column_values.column_id` as 'body.x'
  const byColumn: Recipe = {
    positions: { ...inProject, [place]: 'smartColumn' },
    send: ({ ids }) => ({ body: bodyOf({ smart_column_values: [columnFilter(ids[place])] }) }),
  }
  return [...filters, byColumn]
}

function columnFilter(id: string | undefined) {
  return { column_id: id, operator: 'contains', text_value: 'x' }
}

function sortedByColumn(
  place: 'query.sort_by' | 'body.sort_by',
  send: (made: Made) => ReturnType<NonNullable<Recipe['send']>>,
): Recipe {
  return { positions: { ...inProject, [place]: 'smartColumn' }, send }
}

/** By name, and by filter; missing names are ignored. */
function namedLeads(lead: ObjectName): Recipe[] {
  return [
    {
      positions: { ...inProject, 'body.lead_ids': lead },
      missing: { 'body.lead_ids': 200 },
      send: ({ ids }) => ({ body: { lead_ids: [ids['body.lead_ids']] } }),
    },
    ...filteredInBody('body.filter', (filter) => ({ filter }), lead),
  ]
}
