import { hasCredits, toCredits } from '@leadlight/domain/credits'
import { z } from 'zod'
import { lockedBalance } from '../../core/billing/ledger.ts'
import { announce } from '../../core/events/announce.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { defineJob } from '../../platform/jobs.ts'
import { selectJudgedPostIds } from '../judgements/judgements.ts'
import { projectSources } from '../sources/project-sources.ts'
import type { Brief } from '@leadlight/engine/plan/brief'
import { insertCandidates } from './candidate-store.ts'
import { judgingPrice, mostForOne } from './judging-price.ts'
import type { MatchingDependencies } from './matching-dependencies.ts'
import { REANALYSED_POSTS_MAX } from './quote-reanalysis.ts'
import { describeSearch } from './describe-search.ts'
import { selectStoredPostIds } from './stored-posts.ts'
import { insertSearch, lockSearch, updateSearch, type NewSearch, type SearchOver } from './search-store.ts'

const NO_SOURCES = 'Every channel of this project is off, so there is nowhere to search. Turn one on first.'
const SIX_HOURS_MS = 6 * 60 * 60 * 1000

export const runSearchJob = defineJob({
  name: 'matching.run-search',
  schema: z.object({ organizationId: z.uuid(), searchId: z.uuid() }),
  retryLimit: 8,
  retryDelayMs: 2_000,
  expireMs: SIX_HOURS_MS,
  groupOf: ({ organizationId }) => organizationId,
})

export interface SearchOrder extends Brief {
  projectId: string
  signalId: string
  revision: number
  days: number
  budget: number | null
  over: SearchOver
}

type StartDependencies = Pick<
  MatchingDependencies,
  'channels' | 'clock' | 'jobs' | 'judgedPostPrice' | 'ledger' | 'newId' | 'platformSources' | 'reader'
>

/**
 * Saves a search and enqueues its job, in the caller's transaction. Throws `payment_required` where judging costs and
 * no credits are left, and `conflict` while the signal has an open search or no source is on.
 */
export async function startSearch(
  tx: Tx,
  deps: StartDependencies,
  actor: Actor,
  order: SearchOrder,
): Promise<{ searchId: string }> {
  const now = deps.clock.now()
  const balance = await lockedBalance(tx, deps.ledger, actor.organizationId)
  const prices = judgingPrice(deps, order)
  if (mostForOne(prices) > 0 && !hasCredits(toCredits(balance))) {
    throw new AppError('payment_required', 'no_credits_left', 'No credits are left. See billing for when more come.')
  }
  const search: NewSearch = {
    id: deps.newId(),
    organizationId: actor.organizationId,
    projectId: order.projectId,
    signalId: order.signalId,
    kind: order.kind,
    intentSignal: order.intentSignal,
    notInterested: order.notInterested,
    planEdits: order.planEdits,
    revision: order.revision,
    requestedBy: actor.userId,
    days: order.days,
    budget: order.budget,
    ...prices,
    over: order.over,
    until: now,
  }
  if (!(await insertSearch(tx, search, now))) {
    throw new AppError('conflict', 'search_running', 'A search for this signal is already running.')
  }
  await fillSearch(tx, deps, search, order)
  await deps.jobs.enqueue(
    tx,
    runSearchJob,
    { organizationId: search.organizationId, searchId: search.id },
    { key: search.id },
  )
  const described = await describeSearch(tx, deps, search.organizationId, search.id)
  await announce(tx, search.organizationId, {
    projectId: order.projectId,
    payload: { type: 'search', search: described },
    now,
  })
  return { searchId: search.id }
}

async function fillSearch(tx: Tx, deps: StartDependencies, search: NewSearch, order: SearchOrder): Promise<void> {
  if (order.over === 'channels') {
    const platformSources = await projectSources(tx, deps.platformSources, search)
    if (platformSources.length === 0) throw new AppError('conflict', 'no_sources_on', NO_SOURCES)
    return
  }
  const locked = await lockSearch(tx, search.organizationId, search.id)
  if (!locked) return
  const postIds =
    order.over === 'stored'
      ? await selectStoredPostIds(tx, deps, locked)
      : await selectJudgedPostIds(tx, locked, REANALYSED_POSTS_MAX)
  const seen = await insertCandidates(tx, locked, { postIds, by: null })
  await updateSearch(tx, locked, { seen })
}
