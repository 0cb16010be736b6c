import * as links from '@leadlight/contract/company-links'
import * as contract from '@leadlight/contract/identity'
import { serve, type App } from '../../platform/http.ts'
import { acceptCompany, dismissCompany, reopenCompany } from './decide-company.ts'
import { acceptIdentity, dismissIdentity, reopenIdentity } from './decide-identity.ts'
import { askForIdentities } from './ask-for-identities.ts'
import type { IdentityDependencies } from './identity-dependencies.ts'
import { listCompanyProposals } from './list-company-proposals.ts'
import { listMerges } from './list-merges.ts'
import { listProposals } from './list-proposals.ts'
import { mergePeople } from './merge-people.ts'
import { unmergePeople } from './unmerge-people.ts'

export function identityRoutes(app: App, deps: IdentityDependencies): void {
  serve(app, contract.listIdentityProposals, ({ actor, params, query }) =>
    listProposals(deps, actor, { ...params, ...query }),
  )
  serve(app, contract.findIdentities, ({ actor, params }) => askForIdentities(deps, actor, params.projectId))
  serve(app, contract.acceptIdentity, ({ actor, params }) => acceptIdentity(deps, actor, params))
  serve(app, contract.dismissIdentity, async ({ actor, params }) => {
    await dismissIdentity(deps, actor, params)
    return undefined
  })
  serve(app, contract.reopenIdentity, async ({ actor, params }) => {
    await reopenIdentity(deps, actor, params)
    return undefined
  })
  serve(app, links.listCompanyProposals, ({ actor, params, query }) =>
    listCompanyProposals(deps, actor, { ...params, ...query }),
  )
  serve(app, links.acceptCompany, async ({ actor, params }) => {
    await acceptCompany(deps, actor, params)
    return undefined
  })
  serve(app, links.dismissCompany, async ({ actor, params }) => {
    await dismissCompany(deps, actor, params)
    return undefined
  })
  serve(app, links.reopenCompany, async ({ actor, params }) => {
    await reopenCompany(deps, actor, params)
    return undefined
  })
  serve(app, contract.mergePeople, ({ actor, params, body }) =>
    mergePeople(deps, actor, { ...params, otherId: body.other_id }),
  )
  serve(app, contract.listIdentityMerges, ({ actor, params }) => listMerges(deps, actor, params))
  serve(app, contract.unmergePeople, ({ actor, params }) => unmergePeople(deps, actor, params))
}
