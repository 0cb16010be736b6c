import * as companies from '@leadlight/contract/companies'
import * as contract from '@leadlight/contract/identity'
import { serve, type App } from '../../platform/http.ts'
import type { EnrichmentCallDependencies } from './enrichment-dependencies.ts'
import { getCompanyWebsite, refreshCompany } from './refresh-company.ts'
import { getEnrichment, refreshPerson } from './refresh-person.ts'

export function enrichmentRoutes(app: App, deps: EnrichmentCallDependencies): void {
  serve(app, contract.getEnrichment, ({ actor, params }) => getEnrichment(deps, actor, params))
  serve(app, contract.refreshPerson, ({ actor, params }) => refreshPerson(deps, actor, params))
  serve(app, companies.getCompanyWebsite, ({ actor, params }) => getCompanyWebsite(deps, actor, params))
  serve(app, companies.refreshCompany, ({ actor, params }) => refreshCompany(deps, actor, params))
}
