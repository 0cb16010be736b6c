import { affordable, monthOf } from '@leadlight/domain/credits'
import { spentThisMonth } from '@leadlight/domain/monitoring'
import { createTurns } from '@leadlight/engine/embedding/turns'
import { reserveCredits, settleReservation } from '../../core/billing/ledger.ts'
import { isSameBrief, planBrief } from '@leadlight/engine/plan/brief'
import { judgingPrice } from '../matching/judging-price.ts'
import { announceLeads, recordVerdicts, toJudgedInput, type Verdicts } from '../matching/record-verdicts.ts'
import { isUncertain } from '../opinions/uncertain-band.ts'
import type { Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { pipelineStatements } from '../../platform/pipeline-statements.ts'
import { lockProjectForShare } from '../../core/projects/lock-project.ts'
import { findSignal, type SignalInUse } from '../../core/signals/signals.ts'
import { selectStillWaiting, setArrived } from './arrival-store.ts'
import { batchKey } from './batch-key.ts'
import { judgeWaitingJob } from './judge-job.ts'
import { ledgerContextOf } from './judge-waiting.ts'
import { findAlreadyJudged, releaseAlreadyJudged } from './release-already-judged.ts'
import { lockMonitor, updateMonitor, type MonitoredSignal, type MonitorRow } from './monitor-store.ts'
import type { MonitoringDependencies } from './monitoring-dependencies.ts'
import type { Arrived, ArrivedPost } from './take-in.ts'

/** Each takes a transaction of its organization, and other work needs connections too. */
const AT_ONCE = 4
/** These statements run so often that planning them each time would take longest. */
const OFTEN = { prepares: true }
/** Anything beyond this is judged as fast by the jobs, on any free worker. */
const POSTS_MAX = 200

/** Judges new arrivals at once, from what is in memory. */
export interface JudgingAtOnce {
  hasRoom(): boolean
  /** Judges these in the background. */
  take(arrived: readonly Arrived[]): void
  /** Resolves when everything taken has been judged or left to the jobs. */
  finish(): Promise<void>
}

interface OfSignal {
  signal: MonitoredSignal
  posts: readonly ArrivedPost[]
}

/**
 * Judges without waiting for a job. What is not judged here still waits, and a job that looks for such posts judges it:
 * after a crash, when another worker was faster, or when credits ran out.
 */
export function createJudgingAtOnce(deps: MonitoringDependencies, signal: AbortSignal): JudgingAtOnce {
  const turns = createTurns(AT_ONCE)
  const going = new Set<Promise<void>>()
  let waiting = 0

  async function judge(of: OfSignal): Promise<void> {
    try {
      if (!signal.aborted && !(await judgeAtOnce(deps, of))) await handToJob(deps, of.signal)
    } catch (error) {
      deps.log.warn({ err: error }, 'Posts that came in were not judged at once and wait for the next look.')
    }
  }

  async function follow(of: OfSignal): Promise<void> {
    waiting += of.posts.length
    await turns.take(() => judge(of))
    waiting -= of.posts.length
  }

  return {
    hasRoom: () => waiting < POSTS_MAX,
    take(arrived) {
      for (const of of bySignal(arrived)) {
        const judged = follow(of)
        going.add(judged)
        void judged.then(() => going.delete(judged))
      }
    },
    async finish() {
      await Promise.all(going)
    },
  }
}

function bySignal(arrived: readonly Arrived[]): OfSignal[] {
  const signals = new Map<string, { signal: MonitoredSignal; posts: ArrivedPost[] }>()
  for (const { signal, post } of arrived) {
    const of = signals.get(signal.id) ?? { signal, posts: [] }
    signals.set(signal.id, of)
    of.posts.push(post)
  }
  return [...signals.values()]
}

/** False where the job must judge instead. */
async function judgeAtOnce(deps: MonitoringDependencies, { signal, posts }: OfSignal): Promise<boolean> {
  const judgements = await deps.judge.judge(planBrief(signal), posts.map(toJudgedInput))
  // A large model is slow, so waiting for it is left to a job.
  if (deps.reader && judgements.some(isUncertain)) return false
  await deps.checkpoint('monitor read')
  const wording = { ...signal, signalId: signal.id }
  const verdictOf = new Map(posts.map((post, index) => [post.id, { post, judgement: judgements[index] }]))
  try {
    const kept = await deps.db.transaction(
      organizationScope(signal.organizationId),
      async (tx) => {
        const found = await lookAgain(tx, wording, posts)
        if (!found) return undefined
        const { monitor, fresh } = found
        const verdicts = fresh.flatMap((id) => verdictOf.get(id) ?? [])
        return record(tx, deps, { monitor, wording, verdicts })
      },
      OFTEN,
    )
    await deps.checkpoint('monitor judged')
    tellVain(deps, posts.length - (kept ?? 0))
    return kept !== undefined
  } catch (error) {
    if (!(error instanceof AppError && error.kind === 'payment_required')) throw error
    tellVain(deps, posts.length)
    return false
  }
}

/** Verdicts that are not kept cost the signal nothing; the log explains the CPU time. */
function tellVain({ log }: MonitoringDependencies, vain: number): void {
  if (vain > 0) log.debug({ vain }, 'Posts were judged at once in vain.')
}

/**
 * Locks the signal's monitor and returns what is left to judge; undefined where the signal has changed or another run
 * judges it.
 */
async function lookAgain(
  tx: Tx,
  wording: SignalInUse,
  posts: readonly ArrivedPost[],
): Promise<{ monitor: MonitorRow; fresh: string[] } | undefined> {
  const { organizationId, projectId, signalId } = wording
  const ids = posts.map(({ id }) => id)
  const [isThere, signal, monitor, waiting, known] = await pipelineStatements([
    // A project that moves must leave no charge behind.
    lockProjectForShare(tx, organizationId, projectId),
    findSignal(tx, wording),
    lockMonitor(tx, organizationId, signalId),
    selectStillWaiting(tx, wording, posts),
    findAlreadyJudged(tx, wording, ids),
  ])
  const isSame = signal?.revision === wording.revision && isSameBrief(signal, wording)
  if (!isThere || !isSame || !monitor?.enabled || monitor.batch) return undefined
  const still = new Set(waiting)
  const those = (some: readonly string[]) => some.filter((id) => still.has(id))
  const repeated = known.repeated.filter(({ postId }) => still.has(postId))
  await releaseAlreadyJudged(tx, wording, { ...known, judged: those(known.judged), repeated })
  return { monitor, fresh: those(known.fresh) }
}

interface Recording {
  monitor: MonitorRow
  wording: SignalInUse
  verdicts: { post: ArrivedPost; judgement: Verdicts['judgements'][number] | undefined }[]
}

/** Charges and records the verdicts and returns how many; undefined where the month's budget does not suffice. */
async function record(tx: Tx, deps: MonitoringDependencies, recording: Recording): Promise<number | undefined> {
  const { monitor, wording } = recording
  const now = deps.clock.now()
  const { price } = judgingPrice(deps, wording)
  const month = { month: monthOf(now), spent: spentThisMonth(monitor, now) }
  const verdicts = recording.verdicts.flatMap(({ post, judgement }) => (judgement ? [{ post, judgement }] : []))
  const count = verdicts.length
  if (count === 0) return 0
  // The ledger checks the balance itself, after all other locks.
  const limits = { balance: Infinity, budgetLeft: monitor.budget - month.spent }
  if (affordable(count, price, limits) < count) return undefined
  const postIds = verdicts.map(({ post }) => post.id)
  const [, { recorded }] = await pipelineStatements([
    setArrived(tx, wording, { postIds, state: 'judged' }),
    recordVerdicts(tx, deps, wording, {
      posts: verdicts.map(({ post }) => post),
      judgements: verdicts.map(({ judgement }) => judgement),
    }),
  ])
  if (price > 0) {
    const key = batchKey(deps.newId())
    const used = price * count
    await reserveCredits(tx, deps.ledger, wording.organizationId, {
      key,
      amount: used,
      occasion: ledgerContextOf(monitor),
    })
    const charged = await settleReservation(tx, deps.ledger, wording.organizationId, { key, used })
    await updateMonitor(tx, monitor, { month: month.month, spent: month.spent + charged })
  }
  const { organizationId, projectId } = wording
  await announceLeads(tx, { organizationId, projectId, searchId: null, leadIds: recorded, now: deps.clock.now() })
  return count
}

async function handToJob({ db, jobs }: MonitoringDependencies, { organizationId }: MonitoredSignal): Promise<void> {
  await db.transaction(organizationScope(organizationId), (tx) =>
    jobs.enqueue(tx, judgeWaitingJob, { organizationId }, { key: organizationId }),
  )
}
