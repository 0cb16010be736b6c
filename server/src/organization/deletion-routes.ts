import * as contract from '@leadlight/contract/organization'
import type { MatchingDependencies } from '../matching/matching-dependencies.ts'
import { serve, type App } from '../platform/http.ts'
import { deleteOrganization } from './delete-organization.ts'

export function deletionRoutes(app: App, dependencies: MatchingDependencies): void {
  serve(app, contract.deleteOrganization, async ({ actor, body }) => {
    await deleteOrganization(dependencies, actor, body)
    return undefined
  })
}
