import * as contract from '@leadlight/contract/privacy'
import { findAnsweredLead } from '../../people/drafts/find-answered-lead.ts'
import { serve, servePublic, serveResponse, type App } from '../../platform/http.ts'
import { exportHeld } from './export-held.ts'
import { makeNotice } from './make-notice.ts'
import { objectToNotice } from './object-to-notice.ts'
import type { PrivacyDependencies } from './privacy-dependencies.ts'
import { getPrivacy, updatePrivacy } from './privacy-settings.ts'
import { readNotice } from './read-notice.ts'

export function privacyRoutes(app: App, deps: PrivacyDependencies): void {
  serve(app, contract.getPrivacy, ({ actor }) => getPrivacy(deps, actor))

  serve(app, contract.updatePrivacy, ({ actor, body }) => updatePrivacy(deps, actor, body))

  serve(app, contract.makeLeadNotice, ({ actor, params: { projectId, id: leadId } }) =>
    makeNotice(deps, actor, { projectId, leadId }),
  )

  serve(app, contract.makePersonNotice, async ({ actor, params }) => {
    const leadId = await findAnsweredLead(deps, actor, params)
    return makeNotice(deps, actor, { projectId: params.projectId, leadId })
  })

  serveResponse(app, contract.exportHeld, ({ actor, params }) => exportHeld(deps, actor, params))

  servePublic(app, contract.readNotice, ({ query }) => readNotice(deps, query.t))

  servePublic(app, contract.objectToNotice, ({ query }) => objectToNotice(deps, query.t))
}
