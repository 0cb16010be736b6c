import { affordable, monthOf } from '@leadlight/domain/credits'
import { spentThisMonth } from '@leadlight/domain/monitoring'
import { reserveCredits, lockedBalance, settleReservation, type LedgerContext } from '../../core/billing/ledger.ts'
import { announce } from '../../core/events/announce.ts'
import { planBrief } from '@leadlight/engine/plan/brief'
import { judgingPrice, mostForOne } from '../matching/judging-price.ts'
import { findPosts } from '../matching/kept-posts.ts'
import { announceLeads, recordVerdicts, toJudgedInput } from '../matching/record-verdicts.ts'
import { recordOpinions } from '../opinions/record-opinions.ts'
import { secondOpinion } from '../opinions/second-opinion.ts'
import type { Tx } from '../../platform/db.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { lockProjectForShare } from '../../core/projects/lock-project.ts'
import { findSignal } from '../../core/signals/signals.ts'
import { selectArrived, setArrived } from './arrival-store.ts'
import { batchKey } from './batch-key.ts'
import { findAlreadyJudged, releaseAlreadyJudged } from './release-already-judged.ts'
import { lockMonitor, selectSignalsAtWork, updateMonitor, type MonitorRow } from './monitor-store.ts'
import type { MonitoringDependencies } from './monitoring-dependencies.ts'

const POSTS_PER_BATCH = 32

interface Run {
  organizationId: string
  signal: AbortSignal
  /** Asked between steps: whether another organization's posts wait for a slot this one should free. */
  mustMakeRoom: () => Promise<boolean>
}

/**
 * Judges what waits for an organization's monitored signals, in batches. First the price is reserved within the month's
 * budget and the balance, then posts are judged, then verdicts, leads and the charge are written in one transaction.
 * What budget or balance cannot pay goes on waiting. May die anywhere and run several times at once, with the same
 * leads and charges. Returns whether nothing is left to do; false where it made room.
 */
export async function judgeWaiting(deps: MonitoringDependencies, run: Run): Promise<boolean> {
  const scope = organizationScope(run.organizationId)
  const through = new Set<string>()
  for (;;) {
    const atWork = await deps.db.transaction(scope, (tx) => selectSignalsAtWork(tx, run.organizationId))
    const todo = atWork.filter(({ signalId, isHeld }) => isHeld || !through.has(signalId))
    if (todo.length === 0) return true
    for (const { signalId, projectId, isHeld } of todo) {
      run.signal.throwIfAborted()
      const of = { organizationId: run.organizationId, projectId, signalId }
      if (isHeld) await judgeHeld(deps, of, run.signal)
      // Where nothing could be reserved the signal is done for now: its posts wait for credits.
      else if (!(await holdWaiting(deps, of))) through.add(signalId)
      await deps.checkpoint(isHeld ? 'monitor judged' : 'monitor held')
      if (await run.mustMakeRoom()) return false
    }
  }
}

interface OfSignal {
  organizationId: string
  projectId: string
  signalId: string
}

/** Reserves the price of a signal's next posts; false where nothing can be judged for it now. */
function holdWaiting(deps: MonitoringDependencies, of: OfSignal): Promise<boolean> {
  return deps.db.transaction(organizationScope(of.organizationId), async (tx) => {
    // A project that moves must leave no reservation behind.
    if (!(await lockProjectForShare(tx, of.organizationId, of.projectId))) return false
    const signal = await findSignal(tx, of)
    const monitor = await lockMonitor(tx, of.organizationId, of.signalId)
    if (!signal || !monitor?.enabled) return false
    if (monitor.batch) return true
    const prices = judgingPrice(deps, signal)
    const price = mostForOne(prices)
    const now = deps.clock.now()
    const month = { month: monthOf(now), spent: spentThisMonth(monitor, now) }
    const balance = await lockedBalance(tx, deps.ledger, of.organizationId)
    const budgetLeft = monitor.budget - month.spent
    // Checked first, since posts that wait for credits come up again and again.
    if (affordable(1, price, { balance, budgetLeft }) === 0) {
      await pause(tx, deps, monitor, { ...month, paused: budgetLeft < price ? 'budget' : 'credits' })
      return false
    }
    const waiting = await selectArrived(tx, of, { state: 'waiting', limit: POSTS_PER_BATCH })
    const known = await findAlreadyJudged(tx, signal, waiting)
    await releaseAlreadyJudged(tx, signal, known)
    const { fresh } = known
    if (fresh.length === 0) return waiting.length > 0
    const count = affordable(fresh.length, price, { balance, budgetLeft })
    const batch = { id: deps.newId(), ...prices }
    await setArrived(tx, of, { postIds: fresh.slice(0, count), state: 'held' })
    await reserveCredits(tx, deps.ledger, of.organizationId, {
      key: batchKey(batch.id),
      amount: price * count,
      occasion: ledgerContextOf(monitor),
    })
    await updateMonitor(tx, monitor, { ...month, batch, paused: null })
    return true
  })
}

/** What the ledger says a monitoring charge is for. */
export function ledgerContextOf({
  projectId,
  signalId,
  enabledBy,
}: Pick<MonitorRow, 'projectId' | 'signalId' | 'enabledBy'>): LedgerContext {
  const what = 'Posts judged while monitoring'
  return { what, work: 'monitoring', projectId, signalId, accountId: enabledBy, role: null }
}

/** Pauses the signal until there are credits, and emits a change where it was not paused. */
async function pause(
  tx: Tx,
  { clock }: MonitoringDependencies,
  monitor: MonitorRow,
  change: Required<Pick<MonitorRow, 'month' | 'spent' | 'paused'>>,
): Promise<void> {
  await updateMonitor(tx, monitor, change)
  if (monitor.paused === change.paused) return
  const { organizationId, projectId } = monitor
  const payload = { type: 'changed' as const, what: 'signals' as const, lead_ids: null, origin: null }
  await announce(tx, organizationId, { projectId, payload, now: clock.now() })
}

/** Judges a signal's batch that is paid for. Posts that vanished meanwhile are not charged. */
async function judgeHeld(deps: MonitoringDependencies, of: OfSignal, aborted: AbortSignal): Promise<void> {
  const scope = organizationScope(of.organizationId)
  const found = await deps.db.transaction(scope, async (tx) => {
    const signal = await findSignal(tx, of)
    const monitor = await lockMonitor(tx, of.organizationId, of.signalId)
    if (!monitor?.batch || !signal) return undefined
    const postIds = await selectArrived(tx, of, { state: 'held', limit: POSTS_PER_BATCH })
    return { batch: monitor.batch, signal, postIds, posts: await findPosts(tx, postIds) }
  })
  if (!found) return
  const { batch, signal, postIds, posts } = found
  const inputs = posts.map((post) => ({ id: post.id, input: toJudgedInput(post), stored: post }))
  const plan = planBrief(signal)
  const local = await deps.judge.judge(
    plan,
    inputs.map(({ input }) => input),
  )
  const asking = { ...of, revision: signal.revision, plan, posts: inputs, judgements: local, signal: aborted }
  const second = await secondOpinion(deps, asking)
  await deps.checkpoint('monitor read')
  await deps.db.transaction(scope, async (tx) => {
    await findSignal(tx, of)
    const monitor = await lockMonitor(tx, of.organizationId, of.signalId)
    // Another run judged it meanwhile: its result stands and ours is dropped.
    if (monitor?.batch?.id !== batch.id) return
    const { judged, recorded } = await recordVerdicts(tx, deps, signal, { posts, judgements: second.judgements })
    await recordOpinions(tx, deps, { ...signal, searchId: null }, second)
    await settle(tx, deps, monitor, { batch, judged, read: second.read })
    await setArrived(tx, of, { postIds, state: 'judged' })
    const { organizationId, projectId } = monitor
    await announceLeads(tx, { organizationId, projectId, searchId: null, leadIds: recorded, now: deps.clock.now() })
  })
}

async function settle(
  tx: Tx,
  deps: MonitoringDependencies,
  monitor: MonitorRow,
  { batch, judged, read }: { batch: NonNullable<MonitorRow['batch']>; judged: number; read: number },
): Promise<void> {
  const used = batch.price * judged + batch.modelPrice * read
  const charged = await settleReservation(tx, deps.ledger, monitor.organizationId, { key: batchKey(batch.id), used })
  const now = deps.clock.now()
  await updateMonitor(tx, monitor, {
    month: monthOf(now),
    spent: spentThisMonth(monitor, now) + charged,
    batch: null,
  })
}
