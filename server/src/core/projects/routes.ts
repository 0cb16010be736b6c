import * as contract from '@leadlight/contract/projects'
import type { ProposingDependencies } from '../../ai/propose.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db.ts'
import { serve, type App } from '../../platform/http.ts'
import type { NewId } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import type { Outbound, OutboundFetch } from '../../platform/outbound.ts'
import { brainstormBusinessInfo } from './brainstorm-business-info.ts'
import { brainstormIntentSignals } from './brainstorm-intent-signals.ts'
import { createProject } from './create-project.ts'
import { getProject } from './get-project.ts'
import { listProjects } from './list-projects.ts'
import type { ProjectHooks } from './project-hooks.ts'
import { presentListedProject, presentProject } from './present-project.ts'
import { refineIntentSignal } from './refine-intent-signal.ts'
import { updateProject } from './update-project.ts'

export interface ProjectDependencies extends ProjectHooks {
  db: Db
  clock: Clock
  newId: NewId
  log: Log
  /** Must be the guarded one: users choose the addresses. */
  fetch: OutboundFetch
  checkAddress: Outbound['check']
  proposing: ProposingDependencies
}

export function projectRoutes(app: App, dependencies: ProjectDependencies): void {
  serve(app, contract.listProjects, async ({ actor, query }) =>
    (await listProjects(dependencies, actor, query.time_zone)).map(presentListedProject),
  )

  serve(app, contract.createProject, async ({ actor, body }) => {
    const project = await createProject(dependencies, actor, body)
    return presentProject({ project, unreadCount: 0 })
  })

  serve(app, contract.getProject, async ({ actor, params }) =>
    presentProject(await getProject(dependencies, actor, params.id)),
  )

  serve(app, contract.updateProject, async ({ actor, params, body }) => {
    const changes = {
      ...(body.name !== undefined && { name: body.name }),
      ...(body.website !== undefined && { website: body.website }),
      ...(body.business_name !== undefined && { businessName: body.business_name }),
      ...(body.business_description !== undefined && { businessDescription: body.business_description }),
      ...(body.purpose !== undefined && { purpose: body.purpose }),
      ...(body.writing !== undefined && { writing: body.writing }),
    }
    return presentProject(await updateProject(dependencies, actor, params.id, changes))
  })

  serve(app, contract.brainstormBusinessInfo, ({ actor, params, signal }) =>
    brainstormBusinessInfo(dependencies, actor, params.id, signal),
  )

  serve(app, contract.brainstormIntentSignals, async ({ actor, params, signal }) => {
    const { proposal, writtenBy, note, questions, missing } = await brainstormIntentSignals(
      dependencies,
      actor,
      params.id,
      signal,
    )
    return { intent_signals: proposal, written_by: writtenBy, note, questions, missing }
  })

  serve(app, contract.refineIntentSignal, async ({ actor, params, body, signal }) => {
    const asked = { ...params, wording: body.intent_signal, feedback: body.feedback ?? '', signal }
    const { proposal, writtenBy, note } = await refineIntentSignal(dependencies, actor, asked)
    return { ...proposal, written_by: writtenBy, note }
  })
}
