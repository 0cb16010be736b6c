import type { Tx } from '../../platform/db.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { announceSearch } from './announce-search.ts'
import { askArchive } from './ask-archive.ts'
import { countCandidates, findReservedBatch } from './candidate-store.ts'
import { collectPage } from './collect-page.ts'
import { finishSearch } from './finish-search.ts'
import { reserveBatch } from './reserve-batch.ts'
import { judgeBatch } from './judge-batch.ts'
import { isTimeToJudge } from './judging-room.ts'
import type { MatchingDependencies } from './matching-dependencies.ts'
import { nextQuestion } from './next-question.ts'
import { insertLeg, selectLegs, type LegRow } from './leg-store.ts'
import { lockSearch, updateSearch, type SearchRow } from './search-store.ts'
import { createSeenPosts, type SeenPosts } from './seen-posts.ts'
import { createPassedPosts, type PassedPosts } from './passed-posts.ts'
import { planBrief } from '@leadlight/engine/plan/brief'
import { createSifter, type Sifter } from './sift-posts.ts'
import { siftCandidates } from './sift-candidates.ts'

export interface SearchRun {
  organizationId: string
  searchId: string
  signal: AbortSignal
  /** Asked between steps: whether another organization's search waits for a slot this one should free. */
  mustMakeRoom: () => Promise<boolean>
  /** Called when a step is written that the next run can resume from. */
  progressed: () => Promise<void>
}

type Step =
  | { kind: 'judge'; search: SearchRow; batch: number; postIds: string[] }
  | { kind: 'sift'; search: SearchRow }
  | { kind: 'hold'; search: SearchRow }
  | { kind: 'archive'; search: SearchRow }
  | { kind: 'collect'; search: SearchRow; leg: LegRow }
  | { kind: 'finish'; search: SearchRow }
  | { kind: 'over' }

/** What one run reads and makes once. The database alone decides, so whoever takes over starts with none of it. */
interface Caches {
  passed: PassedPosts
  seen: SeenPosts
  sifterOf: (search: SearchRow) => Promise<Sifter>
}

/**
 * Runs a search to its end, step by step. The next step is read from the database, and each step ends in one
 * transaction that checks it is still next. So a run may die anywhere and another take over, with the same leads and
 * charges. Returns whether the search is over; false where it made room for another organization's and waits to resume.
 */
export async function runSearch(deps: MatchingDependencies, run: SearchRun): Promise<boolean> {
  const scope = organizationScope(run.organizationId)
  let sifter: Promise<Sifter> | undefined
  const caches: Caches = {
    passed: createPassedPosts(),
    seen: createSeenPosts(),
    sifterOf: (search) => (sifter ??= createSifter(deps, planBrief(search))),
  }
  for (;;) {
    run.signal.throwIfAborted()
    const step = await deps.db.transaction(scope, (tx) => nextStep(tx, deps, { ...run, ...caches }))
    if (step.kind === 'over') {
      await deps.checkpoint('over')
      return true
    }
    await deps.checkpoint(`before ${step.kind}`)
    await takeStep(deps, { ...run, ...caches }, step)
    await run.progressed()
    await deps.checkpoint(`after ${step.kind}`)
    if (await run.mustMakeRoom()) return false
  }
}

async function nextStep(tx: Tx, deps: MatchingDependencies, run: SearchRun & { seen: SeenPosts }): Promise<Step> {
  let search = await lockSearch(tx, run.organizationId, run.searchId)
  if (!search || (search.state !== 'queued' && search.state !== 'running')) return { kind: 'over' }
  if (search.state === 'queued') {
    search = await updateSearch(tx, search, { state: 'running', startedAt: deps.clock.now() })
  }
  const held = await findReservedBatch(tx, search)
  if (held) return { kind: 'judge', search, ...held }
  const counts = await countCandidates(tx, search)
  if (counts.seen > 0) return { kind: 'sift', search }
  if (search.over !== 'channels') return { kind: counts.passed > 0 ? 'hold' : 'finish', search }
  if (search.archived === null) return { kind: 'archive', search }
  const legs = await selectLegs(tx, search.organizationId, [search.id])
  const pages = legs.reduce((sum, leg) => sum + leg.pages, 0)
  if (isTimeToJudge(search, { counts, pages, hasMore: true })) return { kind: 'hold', search }
  const question = await nextQuestion(tx, deps, { search, legs, seen: run.seen })
  if (question === null)
    return { kind: isTimeToJudge(search, { counts, pages, hasMore: false }) ? 'hold' : 'finish', search }
  const leg = question.kind === 'page' ? question.leg : await insertLeg(tx, search, legs.length, question.leg)
  // A question that is put again, after a wait, was told of when it failed.
  if (search.asking === leg.position) return { kind: 'collect', search, leg }
  const asking = await updateSearch(tx, search, { asking: leg.position })
  await announceSearch(tx, deps, search)
  return { kind: 'collect', search: asking, leg }
}

async function takeStep(
  deps: MatchingDependencies,
  { signal, passed, sifterOf }: Pick<SearchRun, 'signal'> & Caches,
  step: Exclude<Step, { kind: 'over' }>,
): Promise<void> {
  switch (step.kind) {
    case 'judge':
      return judgeBatch(deps, { ...step, signal })
    case 'sift':
      return siftCandidates(deps, { search: step.search, passed, sifter: await sifterOf(step.search) })
    case 'hold':
      return reserveBatch(deps, step.search)
    case 'archive':
      return askArchive(deps, { search: step.search, signal })
    case 'collect':
      return collectPage(deps, { search: step.search, leg: step.leg, signal })
    case 'finish':
      return finishSearch(deps, step.search)
  }
}
