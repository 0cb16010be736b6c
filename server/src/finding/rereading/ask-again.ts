import { NO_PLAN_EDITS } from '@leadlight/domain/signal-plans'
import { announce } from '../../core/events/announce.ts'
import { findMatchOfPost } from '../../workspace/leads/find-match-of-post.ts'
import { recordJudgedAgain } from '../../workspace/leads/record-judged-again.ts'
import { findPosts, type KeptPost } from '../matching/kept-posts.ts'
import type { Judgement } from '@leadlight/engine/judge/judgement'
import type { RereadingDependencies } from './rereading-dependencies.ts'
import { planBrief } from '@leadlight/engine/plan/brief'
import { announceLeads, recordVerdicts, toJudgedInput } from '../matching/record-verdicts.ts'
import type { Tx } from '../../platform/db.ts'
import type { JobContext } from '../../platform/jobs.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { pipelineStatements } from '../../platform/pipeline-statements.ts'
import { findBusiness } from '../../core/projects/find-business.ts'
import { findSignal } from '../../core/signals/signals.ts'
import { ASKED_FOR_MS, enqueueAskAgain, nextTryAfter, PAUSED_WAIT_MS, TRIES_MAX } from '../opinions/ask-again-job.ts'
import type { Reader, Reading } from '../opinions/create-reader.ts'
import {
  lockDue,
  lockWaiting,
  setFailed,
  setGiven,
  setMissing,
  setTried,
  type WaitingOpinion,
} from '../opinions/kept-opinions.ts'
import { canPay, payForOpinion } from './pay-for-opinion.ts'
import { settleCheck } from '../opinions/check-teaching.ts'
import { enqueueTeaching } from '../opinions/teach-job.ts'
import { opinionRow } from '../opinions/second-opinion.ts'
import { withOpinion } from '../opinions/uncertain-band.ts'

const AT_ONCE = 6
const UNPAID = 'unpaid'

/**
 * Asks again for an organization's second opinions that are due, a few times each, as long as they matter to somebody.
 * A try is counted before it is made, so that one that dies with its worker counts as failed. An answer is recorded and
 * charged in one transaction. While the provider is known to be down, one is tried and the others wait.
 */
export async function askAgain(
  deps: RereadingDependencies,
  { organizationId, signal, progressed }: { organizationId: string } & Pick<JobContext, 'signal' | 'progressed'>,
): Promise<void> {
  const { reader } = deps
  for (;;) {
    signal.throwIfAborted()
    const claimed = await deps.db.transaction(organizationScope(organizationId), (tx) =>
      claim(tx, deps, organizationId),
    )
    if (claimed.seen === 0) return
    await deps.checkpoint('opinions claimed')
    await pipelineStatements(claimed.opinions.map((opinion) => askOne(deps, { reader, opinion, signal })))
    await progressed()
  }
}

/** Counts a try of the next ones due, and drops those that no longer matter or waited too long. */
async function claim(
  tx: Tx,
  deps: RereadingDependencies,
  organizationId: string,
): Promise<{ seen: number; opinions: WaitingOpinion[] }> {
  const now = deps.clock.now()
  const due = await lockDue(tx, organizationId, { now, limit: AT_ONCE })
  const opinions: WaitingOpinion[] = []
  for (const opinion of due) {
    const isOver = opinion.tries >= TRIES_MAX || now.getTime() - opinion.firstAskedAt.getTime() > ASKED_FOR_MS
    if (!deps.reader || !opinion.isLive || isOver) {
      await giveUp(tx, deps, opinion, null)
      continue
    }
    const tries = opinion.tries + 1
    const nextTryAt = nextTryAfter(tries, now)
    await setTried(tx, opinion, { tries, nextTryAt })
    await enqueueAskAgain(tx, deps, organizationId, nextTryAt)
    opinions.push({ ...opinion, tries })
  }
  return { seen: due.length, opinions }
}

interface AskingOne {
  reader: Reader | undefined
  opinion: WaitingOpinion
  signal: AbortSignal
}

async function askOne(deps: RereadingDependencies, { reader, opinion, signal }: AskingOne): Promise<void> {
  const scope = organizationScope(opinion.organizationId)
  const asked = reader && (await deps.db.transaction(scope, (tx) => prepare(tx, deps, { reader, opinion })))
  if (!asked) return
  const { post, business } = asked
  const input = toJudgedInput(post)
  const plan = planBrief({ ...opinion, kind: 'intent', planEdits: opinion.planEdits ?? NO_PLAN_EDITS })
  const [local] = await deps.judge.judge(plan, [input])
  const reading = await reader.read({ plan, business }, input, { signal, endsAt: Infinity })
  await deps.checkpoint('opinion given')
  if (!local) return
  await deps.db.transaction(scope, (tx) =>
    reading.kind === 'read'
      ? record(tx, deps, { reader, opinion, post, local, reading })
      : noteFailure(tx, deps, { opinion, why: reading.why }),
  )
}

/**
 * The post and what it is read for; undefined where the budget or the balance does not suffice, which ends the asking.
 */
async function prepare(
  tx: Tx,
  deps: RereadingDependencies,
  { reader, opinion }: { reader: Reader; opinion: WaitingOpinion },
): Promise<{ post: KeptPost; business: Awaited<ReturnType<typeof findBusiness>> } | undefined> {
  const { organizationId, projectId, postId } = opinion
  if (!(await findSignal(tx, opinion))) return undefined
  if (!(await canPay(tx, deps, opinion, reader.price))) {
    await giveUp(tx, deps, opinion, UNPAID)
    return undefined
  }
  const [post] = await findPosts(tx, [postId])
  return post && { post, business: await findBusiness(tx, organizationId, projectId) }
}

interface Answered {
  reader: Reader
  opinion: WaitingOpinion
  post: KeptPost
  local: Judgement
  reading: Extract<Reading, { kind: 'read' }>
}

/** Applies the opinion as if it had come at once, except that a lead people may have seen stays one. */
async function record(tx: Tx, deps: RereadingDependencies, answered: Answered): Promise<void> {
  const { reader, post, local, reading } = answered
  const signal = await findSignal(tx, answered.opinion)
  const opinion = signal && (await lockWaiting(tx, answered.opinion))
  if (!opinion?.isLive) return
  if (!(await canPay(tx, deps, opinion, reader.price))) return giveUp(tx, deps, opinion, UNPAID)
  const before = await findMatchOfPost(tx, opinion, post.id)
  const judgement = withOpinion(local, reading.opinion)
  const isStaying = before !== undefined
  const { recorded } = await recordVerdicts(tx, deps, opinion, { posts: [post], judgements: [judgement], isStaying })
  await setGiven(tx, opinion, opinionRow(post.id, reader, { local, reading, judgement }), deps.clock.now())
  const { organizationId, projectId } = opinion
  const of = { ...opinion, model: reader.model }
  await enqueueTeaching(tx, deps, { ...of, judgeModel: local.modelVersion })
  if (opinion.isCheck) await settleCheck(tx, deps, of)
  const after = before && (await findMatchOfPost(tx, opinion, post.id))
  if (after) {
    const change = { leadId: after.leadId, by: reader.name, from: before.score, to: after.score }
    await recordJudgedAgain(tx, deps, organizationId, change)
  }
  await payForOpinion(tx, deps, opinion, reader.price)
  const now = deps.clock.now()
  await announceLeads(tx, { organizationId, projectId, searchId: null, leadIds: recorded, now })
  await emitChange(tx, deps, opinion)
}

async function noteFailure(
  tx: Tx,
  deps: RereadingDependencies,
  { opinion, why }: { opinion: WaitingOpinion; why: string },
): Promise<void> {
  const now = deps.clock.now()
  const waiting = await lockWaiting(tx, opinion)
  if (!waiting) return
  if (why === 'paused') {
    // It was not asked, so the try does not count.
    const nextTryAt = new Date(now.getTime() + PAUSED_WAIT_MS)
    await setTried(tx, waiting, { tries: waiting.tries - 1, nextTryAt })
    await enqueueAskAgain(tx, deps, waiting.organizationId, nextTryAt)
    return
  }
  await setFailed(tx, waiting, { failedAs: why, now })
  if (waiting.tries >= TRIES_MAX) await giveUp(tx, deps, waiting, why)
}

/** Marks the opinion as missing; the lead says so. */
async function giveUp(tx: Tx, deps: RereadingDependencies, opinion: WaitingOpinion, why: string | null): Promise<void> {
  await setMissing(tx, opinion, why)
  if (opinion.isCheck && deps.reader) await settleCheck(tx, deps, { ...opinion, model: deps.reader.model })
  await emitChange(tx, deps, opinion)
}

/** Emits a change, so that open pages fetch the lead again. */
async function emitChange(tx: Tx, { clock }: RereadingDependencies, opinion: WaitingOpinion): Promise<void> {
  const match = await findMatchOfPost(tx, opinion, opinion.postId)
  if (!match) return
  const payload = { type: 'changed' as const, what: 'leads' as const, lead_ids: [match.leadId], origin: null }
  await announce(tx, opinion.organizationId, { projectId: opinion.projectId, payload, now: clock.now() })
}
