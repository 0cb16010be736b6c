import * as contract from '@leadlight/contract/audits'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db.ts'
import { serve, type App } from '../../platform/http.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { answerAudit } from './answer-audit.ts'
import type { AuditPostRow } from './audit-store.ts'
import { getAudit } from './get-audit.ts'

/** Routes to view and answer a signal's audit. */
export function signalAuditRoutes(app: App, deps: { db: Db; clock: Clock; jobs: Jobs }): void {
  serve(app, contract.getAudit, async ({ actor, params }) => {
    const { intentSignal, week, posts } = await getAudit(deps, actor, params)
    return { intent_signal: intentSignal, week, posts: posts.map(presentPost) }
  })
  serve(app, contract.answerAudit, async ({ actor, params, body }) =>
    presentPost(await answerAudit(deps, actor, { ...params, postId: body.post_id, answer: body.answer })),
  )
}

function presentPost({ postId, postedAt, ...post }: AuditPostRow): contract.AuditedPost {
  return { ...post, post_id: postId, posted_at: postedAt.toISOString() }
}
