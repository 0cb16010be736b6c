import * as contract from '@leadlight/contract/lead-work'
import { getLead } from '../leads/get-lead.ts'
import { presentLead } from '../leads/present-lead.ts'
import { serve, type App } from '../../platform/http.ts'
import { addNote } from './add-note.ts'
import { assignLead } from './assign-lead.ts'
import { deleteView } from './delete-view.ts'
import { listHistory } from './list-history.ts'
import { listNotes } from './list-notes.ts'
import { listTeammates } from './list-teammates.ts'
import { listViews } from './list-views.ts'
import { presentView } from './present-view.ts'
import { removeNote } from './remove-note.ts'
import { saveView } from './save-view.ts'
import type { TeamworkDependencies } from './teamwork-dependencies.ts'
import { updateView } from './update-view.ts'

export function teamworkRoutes(app: App, deps: TeamworkDependencies): void {
  serve(app, contract.listTeammates, ({ actor, params }) => listTeammates(deps, actor, params.projectId))
  serve(app, contract.assignLead, async ({ actor, params, body }) => {
    await assignLead(deps, actor, { ...params, userId: body.user_id })
    return presentLead(await getLead(deps, actor, params))
  })
  serve(app, contract.listHistory, ({ actor, params }) => listHistory(deps, actor, params))
  serve(app, contract.listNotes, ({ actor, params }) => listNotes(deps, actor, params))
  serve(app, contract.addNote, ({ actor, params, body }) => addNote(deps, actor, { ...params, text: body.text }))
  serve(app, contract.removeNote, async ({ actor, params }) => {
    await removeNote(deps, actor, params)
    return undefined
  })
  serveViews(app, deps)
}

function serveViews(app: App, deps: TeamworkDependencies): void {
  serve(app, contract.listViews, async ({ actor, params }) =>
    (await listViews(deps, actor, params.projectId)).map((view) => presentView(view, actor)),
  )
  serve(app, contract.createView, async ({ actor, params, body: { name, query, is_shared: isShared } }) =>
    presentView(await saveView(deps, actor, { ...params, name, query, isShared }), actor),
  )
  serve(app, contract.updateView, async ({ actor, params, body: { name, query, is_shared: isShared } }) =>
    presentView(await updateView(deps, actor, { ...params, name, query, isShared }), actor),
  )
  serve(app, contract.deleteView, async ({ actor, params }) => {
    await deleteView(deps, actor, params)
    return undefined
  })
}
