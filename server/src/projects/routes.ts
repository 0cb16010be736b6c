import * as contract from '@leadlight/contract/projects'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import { serve, type App } from '../platform/http.ts'
import type { NewId } from '../platform/ids.ts'
import { createProject } from './create-project.ts'
import { getProject } from './get-project.ts'
import { listProjects } from './list-projects.ts'
import { presentProject } from './present-project.ts'
import { updateProject } from './update-project.ts'

export interface ProjectDependencies {
  db: Db
  clock: Clock
  newId: NewId
}

export function projectRoutes(app: App, dependencies: ProjectDependencies): void {
  serve(app, contract.listProjects, async ({ actor }) => (await listProjects(dependencies, actor)).map(presentProject))

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
    }
    return presentProject(await updateProject(dependencies, actor, params.id, changes))
  })
}
