import * as companies from '@leadlight/contract/companies'
import * as people from '@leadlight/contract/people'
import type { Actor } from '../../platform/actor.ts'
import { exportResponse } from '../../platform/export-file.ts'
import { serve, serveResponse, type App, type RequestOf } from '../../platform/http.ts'
import { changeProspects, undoProspects, type ProspectChange } from './change-prospects.ts'
import { startProspectExport } from './export-prospects.ts'
import { getCompany, getPerson } from './get-prospect.ts'
import { listProspects } from './list-prospects.ts'
import { presentCompanies, presentPeople } from './present-prospect.ts'
import type { ProspectDependencies } from './prospect-dependencies.ts'
import type { ProspectKind } from './prospect-filter.ts'

export function prospectRoutes(app: App, deps: ProspectDependencies): void {
  servePeople(app, deps)
  serveCompanies(app, deps)
}

function servePeople(app: App, deps: ProspectDependencies): void {
  const kind = 'person'
  serve(app, people.listPeople, async ({ actor, params, query }) => {
    const { sort_by: sortBy = 'last_posted_at', sort_order: sortOrder = 'desc', limit, skip, cursor, ...filter } = query
    const request = { kind, ...params, filter, sortBy, sortOrder, limit, skip, cursor } as const
    return presentPeople(await listProspects(deps, actor, request))
  })
  serve(app, people.getPerson, ({ actor, params }) => getPerson(deps, actor, params))
  const chosenIn = (body: RequestOf<typeof people.markPeopleDeleted>['body']) =>
    'filter' in body ? body : { ids: body.person_lead_ids }
  const mark = (endpoint: typeof people.markPeopleDeleted, value: boolean) =>
    serve(app, endpoint, ({ actor, params, body, idempotencyKey }) =>
      change(deps, actor, { kind, ...params, selection: chosenIn(body), field: 'deleted', value, idempotencyKey }),
    )
  mark(people.markPeopleDeleted, true)
  mark(people.markPeopleUndeleted, false)
  serve(app, people.updatePeopleStatus, ({ actor, params, body, idempotencyKey }) => {
    const value = body.status_config_id
    return change(deps, actor, { kind, ...params, selection: chosenIn(body), field: 'status', value, idempotencyKey })
  })
  serve(app, people.undoPeople, ({ actor, params, body, idempotencyKey }) =>
    undoProspects(deps, actor, { kind, ...params, token: body.undo_token, idempotencyKey }),
  )
  serveResponse(app, people.exportPeople, async ({ actor, params, body }) => {
    const {
      format,
      person_lead_ids: ids,
      sort_by: sortBy = 'last_posted_at',
      sort_order: sortOrder = 'desc',
      ...filter
    } = body
    return exportResponse(
      await startProspectExport(deps, actor, { kind, ...params, filter, ids, sortBy, sortOrder }),
      format,
    )
  })
}

function serveCompanies(app: App, deps: ProspectDependencies): void {
  const kind = 'company'
  serve(app, companies.listCompanies, async ({ actor, params, query }) => {
    const { sort_by: sortBy = 'last_posted_at', sort_order: sortOrder = 'desc', limit, skip, cursor, ...filter } = query
    const request = { kind, ...params, filter, sortBy, sortOrder, limit, skip, cursor } as const
    return presentCompanies(await listProspects(deps, actor, request))
  })
  serve(app, companies.getCompany, ({ actor, params }) => getCompany(deps, actor, params))
  const chosenIn = (body: RequestOf<typeof companies.markCompaniesDeleted>['body']) =>
    'filter' in body ? body : { ids: body.company_lead_ids }
  const mark = (endpoint: typeof companies.markCompaniesDeleted, value: boolean) =>
    serve(app, endpoint, ({ actor, params, body, idempotencyKey }) =>
      change(deps, actor, { kind, ...params, selection: chosenIn(body), field: 'deleted', value, idempotencyKey }),
    )
  mark(companies.markCompaniesDeleted, true)
  mark(companies.markCompaniesUndeleted, false)
  serve(app, companies.updateCompaniesStatus, ({ actor, params, body, idempotencyKey }) => {
    const value = body.status_config_id
    return change(deps, actor, { kind, ...params, selection: chosenIn(body), field: 'status', value, idempotencyKey })
  })
  serve(app, companies.undoCompanies, ({ actor, params, body, idempotencyKey }) =>
    undoProspects(deps, actor, { kind, ...params, token: body.undo_token, idempotencyKey }),
  )
  serveResponse(app, companies.exportCompanies, async ({ actor, params, body }) => {
    const {
      format,
      company_lead_ids: ids,
      sort_by: sortBy = 'last_posted_at',
      sort_order: sortOrder = 'desc',
      ...filter
    } = body
    return exportResponse(
      await startProspectExport(deps, actor, { kind, ...params, filter, ids, sortBy, sortOrder }),
      format,
    )
  })
}

async function change<Kind extends ProspectKind>(
  deps: ProspectDependencies,
  actor: Actor,
  asked: ProspectChange<Kind>,
) {
  const { updated, undoToken } = await changeProspects(deps, actor, asked)
  return { updated, undo_token: undoToken }
}
