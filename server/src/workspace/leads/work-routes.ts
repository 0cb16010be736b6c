import * as contract from '@leadlight/contract/lead-work'
import { serve, type App } from '../../platform/http.ts'
import { correctLead } from './correct-lead.ts'
import { getLead } from './get-lead.ts'
import { giveFeedback } from './give-feedback.ts'
import type { LeadChangeDependencies } from './lead-dependencies.ts'
import { presentLead } from './present-lead.ts'

/** Routes for feedback on leads, and for correcting which signals a lead matches. */
export function leadWorkRoutes(app: App, deps: LeadChangeDependencies): void {
  serve(app, contract.giveFeedback, async ({ actor, params, body }) => {
    await giveFeedback(deps, actor, { ...params, ...body, reason: body.reason })
    return presentLead(await getLead(deps, actor, params))
  })
  serve(app, contract.correctLead, async ({ actor, params, body }) => {
    await correctLead(deps, actor, { ...params, signalIds: body.intent_signals })
    return presentLead(await getLead(deps, actor, params))
  })
}
