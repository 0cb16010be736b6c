import type { BroughtPost } from '@leadlight/contract/by-hand'
import { lockedBalance } from '../../core/billing/ledger.ts'
import { selectSignals } from '../../core/signals/signals.ts'
import type { ProjectIds } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import type { JobContext } from '../../platform/jobs.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { bringAs } from '../by-hand/bring-posts.ts'
import { judgingPrice } from '../matching/judging-price.ts'
import { countLeads, findInsufficient, noteWaiting, type WaitsFor } from './address-store.ts'
import type { ReceivingDependencies } from './receiving-dependencies.ts'
import { deleteWaiting, selectWaiting, type WaitingPost } from './waiting-store.ts'

const POSTS_AT_ONCE = 50
/** By as much fewer are tried where there are credits, but not for so many. */
const FEWER = 4

type Context = Pick<JobContext, 'signal' | 'leaving' | 'progressed' | 'isCrowding'>

/**
 * Judges what waits in the project, some at a time, those first that came first. Each piece leaves the queue in the
 * transaction that stores its verdicts, so a run that is cut short loses and doubles nothing. Without credits or signals
 * everything waits on, and its addresses say so.
 */
export async function judgeWaiting(
  deps: ReceivingDependencies,
  ids: ProjectIds,
  context: Context,
): Promise<'again' | undefined> {
  const scope = organizationScope(ids.organizationId)
  let atOnce = POSTS_AT_ONCE
  for (;;) {
    context.signal.throwIfAborted()
    const waiting = await deps.db.transaction(scope, (tx) => selectWaiting(tx, ids, { limit: atOnce }))
    if (waiting.length === 0) return undefined
    const reason = await judgePiece(deps, ids, { waiting, signal: context.signal })
    if (reason === 'credits' && waiting.length > 1 && (await canPay(deps, ids))) {
      atOnce = Math.ceil(waiting.length / FEWER)
    } else if (reason !== null) {
      await deps.db.transaction(scope, async (tx) => {
        const above = reason === 'credits' ? await lockedBalance(tx, deps.ledger, ids.organizationId) : null
        await noteWaiting(tx, ids, { waitsFor: reason, above })
      })
      return undefined
    } else {
      await context.progressed()
      if (context.leaving.aborted || (await context.isCrowding())) return 'again'
    }
  }
}

/** Resolves with why nothing of it was judged, or null where it is done. */
async function judgePiece(
  deps: ReceivingDependencies,
  ids: ProjectIds,
  { waiting, signal }: { waiting: readonly WaitingPost[]; signal: AbortSignal },
): Promise<WaitsFor | null> {
  if (!(await canPay(deps, ids))) return 'credits'
  const names = new Map(waiting.map(({ externalId, addressName }) => [externalId, addressName]))
  const bringer = {
    actor: null,
    what: 'Posts received from other tools',
    summaryOf: (externalId: string) => `Received at ${names.get(externalId) ?? ''}`,
  }
  const settle = (tx: Tx, answers: readonly BroughtPost[]) => leaveQueue(tx, ids, { waiting, answers })
  try {
    await bringAs(deps, bringer, { ids, items: waiting.map(({ item }) => item), signal, settle })
    return null
  } catch (error) {
    if (error instanceof AppError && error.code === 'no_credits_left') return 'credits'
    if (error instanceof AppError && error.code === 'no_signals') return 'signals'
    throw error
  }
}

async function leaveQueue(
  tx: Tx,
  ids: ProjectIds,
  { waiting, answers }: { waiting: readonly WaitingPost[]; answers: readonly BroughtPost[] },
): Promise<void> {
  const { organizationId } = ids
  await deleteWaiting(
    tx,
    organizationId,
    waiting.map(({ id }) => id),
  )
  const leads = new Map<string, number>()
  for (const [at, { addressId }] of waiting.entries()) {
    if (addressId === null || answers[at]?.state !== 'lead') continue
    leads.set(addressId, (leads.get(addressId) ?? 0) + 1)
  }
  await countLeads(tx, organizationId, leads)
  await noteWaiting(tx, ids, { waitsFor: null })
}

/**
 * Whether there are credits for one post, as far as that is known before it is read; asked first, as posts may wait for
 * credits for weeks, and to read them takes its time. Where the project watches names alone, nothing costs anything.
 */
async function canPay(deps: ReceivingDependencies, ids: ProjectIds): Promise<boolean> {
  const { price } = judgingPrice(deps)
  if (price === 0) return true
  return deps.db.transaction(organizationScope(ids.organizationId), async (tx) => {
    const signals = await selectSignals(tx, ids.organizationId, ids.projectId)
    if (signals.length > 0 && signals.every((signal) => judgingPrice(deps, signal).price === 0)) return true
    const insufficient = (await findInsufficient(tx, ids)) ?? -Infinity
    const balance = await lockedBalance(tx, deps.ledger, ids.organizationId)
    return balance >= price && balance > insufficient
  })
}
