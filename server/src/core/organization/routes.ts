import * as contract from '@leadlight/contract/organization'
import { serve, serveSignedIn, type App } from '../../platform/http.ts'
import { createOrganization, type OrganizationDependencies } from './create-organization.ts'
import { getOrganization } from './get-organization.ts'
import { getOrganizationById } from './get-organization-by-id.ts'
import type { Organization } from '../members/organizations.ts'
import { updateOrganization } from './update-organization.ts'

export function organizationRoutes(app: App, dependencies: OrganizationDependencies): void {
  serveSignedIn(app, contract.getOrganization, async ({ caller }) =>
    presentOrganization(await getOrganization(dependencies, caller)),
  )

  serveSignedIn(app, contract.createOrganization, async ({ caller, body }) =>
    presentOrganization(await createOrganization(dependencies, caller, body)),
  )

  serveSignedIn(app, contract.getOrganizationById, async ({ caller, params }) =>
    presentOrganization(await getOrganizationById(dependencies, caller, params.id)),
  )

  serve(app, contract.updateOrganization, async ({ actor, body }) =>
    presentOrganization(await updateOrganization(dependencies, actor, body)),
  )
}

function presentOrganization(organization: Organization): contract.Organization {
  return { id: organization.id, name: organization.name, created_at: organization.createdAt.toISOString() }
}
