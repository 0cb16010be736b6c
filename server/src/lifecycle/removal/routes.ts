import { deleteOrganization as deleteOrganizationCall } from '@leadlight/contract/organization'
import { deleteProject as deleteProjectCall } from '@leadlight/contract/projects'
import type { RemovalDependencies } from './removal-dependencies.ts'
import { serve, type App } from '../../platform/http.ts'
import { deleteOrganization } from './delete-organization.ts'
import { deleteProject } from './delete-project.ts'

export function removalRoutes(app: App, dependencies: RemovalDependencies): void {
  serve(app, deleteProjectCall, async ({ actor, params }) => {
    await deleteProject(dependencies, actor, params.id)
    return undefined
  })

  serve(app, deleteOrganizationCall, async ({ actor, body }) => {
    await deleteOrganization(dependencies, actor, body)
    return undefined
  })
}
