import * as contract from '@leadlight/contract/statuses'
import { serve, type App } from '../../platform/http.ts'
import { createStatus } from './create-status.ts'
import { deleteStatus } from './delete-status.ts'
import { listStatuses } from './list-statuses.ts'
import { moveStatus } from './move-status.ts'
import { presentStatus } from './present-status.ts'
import type { StatusDependencies } from './status-dependencies.ts'
import type { StatusKind } from './status-store.ts'
import { updateStatus } from './update-status.ts'

const LEAD_ENDPOINTS = {
  list: contract.listLeadStatuses,
  create: contract.createLeadStatus,
  update: contract.updateLeadStatus,
  remove: contract.deleteLeadStatus,
}
const PROSPECT_ENDPOINTS: typeof LEAD_ENDPOINTS = {
  list: contract.listProspectStatuses,
  create: contract.createProspectStatus,
  update: contract.updateProspectStatus,
  remove: contract.deleteProspectStatus,
}

export function statusRoutes(app: App, deps: StatusDependencies): void {
  serveSet(app, deps, 'lead', LEAD_ENDPOINTS)
  serveSet(app, deps, 'prospect', PROSPECT_ENDPOINTS)
  serve(app, contract.moveStatus, async ({ actor, params, query }) =>
    (await moveStatus(deps, actor, { ...params, position: query.new_position })).map(presentStatus),
  )
}

function serveSet(app: App, deps: StatusDependencies, kind: StatusKind, endpoints: typeof LEAD_ENDPOINTS): void {
  serve(app, endpoints.list, async ({ actor, params }) =>
    (await listStatuses(deps, actor, { ...params, kind })).map(presentStatus),
  )
  serve(app, endpoints.create, async ({ actor, params, body: { name, color } }) =>
    presentStatus(await createStatus(deps, actor, { ...params, kind, name, color })),
  )
  serve(app, endpoints.update, async ({ actor, params, body: { name, color } }) =>
    presentStatus(await updateStatus(deps, actor, { ...params, kind, name, color })),
  )
  serve(app, endpoints.remove, async ({ actor, params }) => {
    await deleteStatus(deps, actor, { ...params, kind })
    return undefined
  })
}
