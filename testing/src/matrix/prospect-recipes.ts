import type { ObjectName } from './objects.ts'
import type { Recipe, Recipes } from './recipe.ts'

const inProject = { 'params.projectId': 'project' } as const
const onePerson = { ...inProject, 'params.id': 'prospect' } as const

/** The filters of both lists, and the object each names. A filter by a missing object finds nothing. */
const FILTERS = { intent_signals: 'signal', status_config_id: 'prospectStatus' } as const

/** Calls about people and companies. */
export const PROSPECT_RECIPES: Recipes = {
  listPeople: listed({ search_text: 'ada', person_title: 'cto', platforms: 'github' }),
  listCompanies: listed({ search_text: 'ada', industry_op: 'not_empty', platforms: 'github' }),
  getPerson: { positions: onePerson },
  getCompany: { positions: { ...inProject, 'params.id': 'company' } },
  getCompanyWebsite: { positions: { ...inProject, 'params.id': 'company' } },
  refreshCompany: { positions: { ...inProject, 'params.id': 'company' } },
  updatePeopleStatus: changedStatus('person_lead_ids', 'prospect'),
  updateCompaniesStatus: changedStatus('company_lead_ids', 'company'),
  markPeopleDeleted: named('person_lead_ids', 'prospect'),
  markPeopleUndeleted: named('person_lead_ids', 'deletedProspect', { deleted: true }),
  markCompaniesDeleted: named('company_lead_ids', 'company'),
  markCompaniesUndeleted: named('company_lead_ids', 'deletedCompany', { deleted: true }),
  undoPeople: undone('prospectUndo'),
  undoCompanies: undone('companyUndo'),
  exportPeople: exported('person_lead_ids', 'prospect'),
  exportCompanies: exported('company_lead_ids', 'company'),
  draftPersonMessage: {
    positions: onePerson,
    send: ({ fresh }) => ({ body: { prompt: 'Be brief' }, headers: { 'idempotency-key': fresh } }),
  },
  updatePersonDraft: { positions: onePerson, send: () => ({ body: { draft: 'We had that too.' } }) },
}

function listed(query: Record<string, string>): Recipe[] {
  return [
    { positions: inProject },
    { positions: inProject, send: () => ({ query }) },
    ...Object.entries(FILTERS).map(([name, object]): Recipe => {
      const place = `query.${name}` as const
      return {
        positions: { ...inProject, [place]: object },
        missing: { [place]: 200 },
        send: ({ ids }) => ({ query: { [name]: ids[place] ?? '' } }),
      }
    }),
  ]
}

function filtered(
  at: 'body' | 'body.filter',
  bodyOf: (filter: Record<string, unknown>) => Record<string, unknown>,
): Recipe[] {
  return Object.entries(FILTERS).map(([name, object]): Recipe => {
    const place = `${at}.${name}` as 'body.x'
    return {
      positions: { ...inProject, [place]: object },
      missing: { [place]: 200 },
      send: ({ ids }) => ({ body: bodyOf({ [name]: [ids[place]] }) }),
    }
  })
}

/** By name, and by filter; missing objects are ignored. */
function named(at: 'person_lead_ids' | 'company_lead_ids', object: ObjectName, filter = {}): Recipe[] {
  const place = `body.${at}` as const
  return [
    {
      positions: { ...inProject, [place]: object },
      missing: { [place]: 200 },
      send: ({ ids }) => ({ body: { [at]: [ids[place]] } }),
    },
    ...filtered('body.filter', (narrowing) => ({ filter: { ...filter, ...narrowing } })),
  ]
}

function changedStatus(at: 'person_lead_ids' | 'company_lead_ids', object: ObjectName): Recipe[] {
  const place = `body.${at}` as const
  return [
    {
      positions: { ...inProject, 'body.status_config_id': 'prospectStatus', [place]: object },
      missing: { [place]: 200 },
      send: ({ ids }) => ({ body: { status_config_id: ids['body.status_config_id'], [at]: [ids[place]] } }),
    },
    ...filtered('body.filter', (filter) => ({ status_config_id: null, filter })),
  ]
}

function undone(object: ObjectName): Recipe {
  return {
    positions: { ...inProject, 'body.undo_token': object },
    send: ({ ids }) => ({ body: { undo_token: ids['body.undo_token'] } }),
  }
}

function exported(at: 'person_lead_ids' | 'company_lead_ids', object: ObjectName): Recipe[] {
  const place = `body.${at}` as const
  return [
    { positions: inProject, send: () => ({ body: { format: 'csv' } }) },
    {
      positions: { ...inProject, [place]: object },
      missing: { [place]: 200 },
      send: ({ ids }) => ({ body: { format: 'csv', [at]: [ids[place]] } }),
    },
    ...filtered('body', (filter) => ({ format: 'json', ...filter })),
  ]
}
