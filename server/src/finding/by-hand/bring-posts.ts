import type { BroughtPost } from '@leadlight/contract/by-hand'
import { toCredits, type Millicredits } from '@leadlight/domain/credits'
import { lockProjectForShare } from '../../core/projects/lock-project.ts'
import { projectNotFound, requireProject } from '../../core/projects/require-project.ts'
import { selectSignals, type SignalRow } from '../../core/signals/signals.ts'
import { lockedBalance } from '../../core/billing/ledger.ts'
import { deferSuppressing } from '../../core/suppression/suppressed-authors.ts'
import type { Actor, ProjectIds } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { lockName } from '../../platform/named-lock.ts'
import { organizationScope } from '../../platform/scopes.ts'
import type { Bringer } from './bringer.ts'
import type { ByHandDependencies } from './by-hand-dependencies.ts'
import type { NewPost } from '../matching/kept-posts.ts'
import { findKnown, type Known } from './find-known.ts'
import { embedBrought, judgeBrought, mostFor, readBrought } from './judge-brought.ts'
import { readPost, type Brought, type ReadPost } from './read-post.ts'
import { recordBrought } from './record-brought.ts'
import { welcomePosts } from './welcome-posts.ts'

const TRIES_MAX = 3

interface Bringing {
  projectId: string
  items: readonly Brought[]
  signal: AbortSignal
}

/** What became of posts, in their order, to be written down with them. */
export type Settle = (tx: Tx, answers: readonly BroughtPost[]) => Promise<void>

/**
 * Brings posts into a project: each new one is judged for all its signals, stored with its verdicts, and seen in this
 * project alone. All is stored, and paid for, in one transaction or not at all. What the project knows by its address
 * is left as it is, so that repeating a call changes nothing; but one that was no lead is judged by other words, as
 * somebody may have sent the wrong ones. Throws `no_signals`, and `no_credits_left` where the balance does not pay.
 */
export function bringPosts(
  deps: ByHandDependencies,
  actor: Actor,
  { projectId, ...posts }: Bringing,
): Promise<{ items: BroughtPost[]; credits: number }> {
  const bringer = { actor, what: 'Posts brought in by hand', summaryOf: () => 'Brought in by hand' }
  return bringAs(deps, bringer, { ids: { organizationId: actor.organizationId, projectId }, ...posts })
}

/** As `bringPosts`, for whoever brings them. `settle` runs in the transaction that stores them. */
export async function bringAs(
  deps: ByHandDependencies,
  bringer: Bringer,
  { ids, items, signal, settle }: { ids: ProjectIds; items: readonly Brought[]; signal: AbortSignal; settle?: Settle },
): Promise<{ items: BroughtPost[]; credits: number }> {
  const { organizationId, projectId } = ids
  const scope = organizationScope(organizationId)
  const now = deps.clock.now()
  const read = items.map((item) => readPost(item, { projectId, id: deps.newId(), now }))
  for (let tries = 1; ; tries += 1) {
    const { signals, fresh, shunned } = await deps.db.transaction(scope, (tx) =>
      lookAt(tx, deps, { actor: bringer.actor, ids, read }),
    )
    const posts = await embedBrought(deps, fresh)
    const judged = await judgeBrought(deps, posts, { signals, signal })
    await requireCredits(deps, organizationId, mostFor(deps, judged))
    const verdicts = await readBrought(deps, judged, { organizationId, signal })
    const done = await deps.db.transaction(scope, async (tx) => {
      // A project that moves must leave no charge behind.
      if (!(await lockProjectForShare(tx, organizationId, projectId))) throw projectNotFound()
      await lockName(tx, `by-hand:${projectId}`)
      const known = await findKnown(tx, ids, read)
      const still = posts.filter(({ id, externalId }) => isFresh(known.get(externalId), id))
      // Somebody may have objected while it was judged; from here on an objection waits, and finds what is kept.
      await deferSuppressing(tx, organizationId)
      const welcome = await welcomePosts(tx, deps.suppression, ids, still)
      const recorded = await recordBrought(tx, deps, { bringer, ids, posts: welcome, signals, verdicts })
      if (!recorded) return undefined
      const left = new Set([...shunned, ...placesOf(without(still, welcome))])
      const answers = answer(read, { ...recorded, known, shunned: left })
      await settle?.(tx, answers)
      return { items: answers, credits: toCredits(recorded.charged) }
    })
    if (done) return done
    if (tries === TRIES_MAX) throw signalsChanged()
  }
}

interface Looked {
  signals: SignalRow[]
  /** Those to judge: neither known nor of somebody who may not be kept, each address once. */
  fresh: NewPost[]
  /** The posts' ids at their place whose author may not be kept. */
  shunned: ReadonlySet<string>
}

async function lookAt(
  tx: Tx,
  { suppression }: ByHandDependencies,
  { actor, ids, read }: { actor: Actor | null; ids: ProjectIds; read: readonly ReadPost[] },
): Promise<Looked> {
  if (actor) await requireProject(tx, actor, ids.projectId)
  const signals = await selectSignals(tx, ids.organizationId, ids.projectId)
  if (signals.length === 0) throw noSignals()
  const known = await findKnown(tx, ids, read)
  const firsts = new Map(read.toReversed().map(({ post }) => [post.externalId, post]))
  const unknown = [...firsts.values()].flatMap((post) => {
    const before = known.get(post.externalId)
    // Brought before with other words, it stays the same post.
    return before && !before.isToJudge ? [] : [{ ...post, id: before?.postId ?? post.id }]
  })
  const fresh = await welcomePosts(tx, suppression, ids, unknown)
  return { signals, fresh, shunned: new Set(placesOf(without(unknown, fresh))) }
}

function without<Post>(posts: readonly Post[], those: readonly Post[]): Post[] {
  return posts.filter((post) => !those.includes(post))
}

function placesOf(posts: readonly NewPost[]): string[] {
  return posts.map(({ externalId }) => externalId)
}

/** Refuses before a model is asked, as nothing is reserved: what is charged in the end is asked for again. */
async function requireCredits(deps: ByHandDependencies, organizationId: string, most: Millicredits): Promise<void> {
  if (most === 0) return
  const balance = await deps.db.transaction(organizationScope(organizationId), (tx) =>
    lockedBalance(tx, deps.ledger, organizationId),
  )
  if (balance >= most) return
  const detail = `This needs up to ${toCredits(most)} credits, and the balance is ${toCredits(balance)}. Nothing was brought in.`
  throw new AppError('payment_required', 'no_credits_left', detail)
}

/** Whether a post that was judged is still to be stored: nobody else has brought it in meanwhile. */
function isFresh(known: Known | undefined, id: string): boolean {
  return known === undefined || (known.isToJudge && known.postId === id)
}

interface Done {
  known: ReadonlyMap<string, Known>
  outcomes: ReadonlyMap<string, BroughtPost>
  shunned: ReadonlySet<string>
}

function answer(read: readonly ReadPost[], { known, outcomes, shunned }: Done): BroughtPost[] {
  const told = new Set<string>()
  return read.map(({ post: { externalId } }) => {
    if (shunned.has(externalId)) {
      return { state: 'passed_over', lead_id: null, why: 'Whoever wrote it does not want to be kept here.' }
    }
    const first = told.has(externalId) ? undefined : outcomes.get(externalId)
    told.add(externalId)
    if (first) return first
    return duplicate(known.get(externalId)?.leadId ?? outcomes.get(externalId)?.lead_id ?? null)
  })
}

function duplicate(leadId: string | null): BroughtPost {
  const why =
    leadId === null
      ? 'This project has it already, and it was no lead. A search looks at it again for signals that are new or reworded.'
      : 'This project has it already.'
  return { state: 'duplicate', lead_id: leadId, why }
}

function noSignals(): AppError {
  const detail = 'This project has no intent signals, so there is nothing to judge posts by. Add one first.'
  return new AppError('conflict', 'no_signals', detail)
}

function signalsChanged(): AppError {
  const detail =
    'The project’s intent signals were changed while the posts were judged. Nothing was brought in: try again.'
  return new AppError('conflict', 'signals_changed', detail)
}
