import * as contract from '@leadlight/contract/audits'
import * as passedOver from '@leadlight/contract/passed-over'
import type { Judge } from '@leadlight/engine/judge/judge'
import { serve, type App } from '../../platform/http.ts'
import { answerAudit } from './answer-audit.ts'
import type { AuditPostRow } from './audit-store.ts'
import { explainPassedOver } from './explain-passed-over.ts'
import { getAudit } from './get-audit.ts'
import { keepPassedOver, type KeepingDependencies } from './keep-passed-over.ts'
import { listPassedOver } from './list-passed-over.ts'
import { presentExplained, presentPassedOverPage } from './present-passed-over.ts'

interface AuditDependencies extends KeepingDependencies {
  judge: Judge
}

/** Routes to view and answer a signal's audit, and to see what was passed over and why, and keep it after all. */
export function signalAuditRoutes(app: App, deps: AuditDependencies): void {
  serve(app, contract.getAudit, async ({ actor, params }) => {
    const { intentSignal, week, posts } = await getAudit(deps, actor, params)
    return { intent_signal: intentSignal, week, posts: posts.map(presentPost) }
  })
  serve(app, contract.answerAudit, async ({ actor, params, body }) =>
    presentPost(await answerAudit(deps, actor, { ...params, postId: body.post_id, answer: body.answer })),
  )
  serve(app, passedOver.listPassedOver, async ({ actor, params, query }) => {
    const { search_text: text = '', intent_signal: signalId } = query
    return presentPassedOverPage(await listPassedOver(deps, actor, { ...params, signalId, text }))
  })
  serve(app, passedOver.explainPassedOver, async ({ actor, params }) =>
    presentExplained(await explainPassedOver(deps, actor, params)),
  )
  serve(app, passedOver.keepPassedOver, async ({ actor, params, body }) => {
    const { intent_signal: signalId, kept } = body
    return { lead_id: (await keepPassedOver(deps, actor, { ...params, signalId, kept })).leadId }
  })
}

function presentPost({ postId, postedAt, ...post }: AuditPostRow): contract.AuditedPost {
  return { ...post, post_id: postId, posted_at: postedAt.toISOString() }
}
