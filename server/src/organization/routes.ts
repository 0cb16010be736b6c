import * as contract from '@leadlight/contract/organization'
import { serveSignedIn, type App } from '../platform/http.ts'
import { createOrganization, type OrganizationDependencies } from './create-organization.ts'
import { getOrganization } from './get-organization.ts'
import type { Organization } from './organization-store.ts'

export function organizationRoutes(app: App, dependencies: OrganizationDependencies): void {
  serveSignedIn(app, contract.getOrganization, async ({ caller }) =>
    presentOrganization(await getOrganization(dependencies, caller)),
  )

  serveSignedIn(app, contract.createOrganization, async ({ caller, body }) =>
    presentOrganization(await createOrganization(dependencies, caller, body)),
  )
}

function presentOrganization(organization: Organization): contract.Organization {
  return { id: organization.id, name: organization.name, created_at: organization.createdAt.toISOString() }
}
