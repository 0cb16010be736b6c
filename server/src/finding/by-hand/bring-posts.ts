import type { BroughtPost } from '@leadlight/contract/by-hand'
import { toCredits, type Millicredits } from '@leadlight/domain/credits'
import { lockProjectForShare } from '../../core/projects/lock-project.ts'
import { projectNotFound, requireProject } from '../../core/projects/require-project.ts'
import { selectSignals, type SignalRow } from '../../core/signals/signals.ts'
import { lockedBalance } from '../../core/billing/ledger.ts'
import { deferSuppressing } from '../../core/suppression/suppressed-authors.ts'
import { selectStoredVectors } from '../../core/posts/posts.ts'
import type { Actor, ProjectIds } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { lockName } from '../../platform/named-lock.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { findLeadsAt } from '../../workspace/leads/find-leads-at.ts'
import type { ByHandDependencies } from './by-hand-dependencies.ts'
import type { NewPost } from '../matching/kept-posts.ts'
import { embedBrought, judgeBrought, mostFor, readBrought } from './judge-brought.ts'
import { readPost, type Brought, type ReadPost } from './read-post.ts'
import { recordBrought } from './record-brought.ts'
import { welcomePosts } from './welcome-posts.ts'
import { BY_HAND } from '@leadlight/domain/by-hand'

const TRIES_MAX = 3

interface Bringing {
  projectId: string
  items: readonly Brought[]
  signal: AbortSignal
}

/**
 * Brings posts into a project: each new one is judged for all its signals, stored with its verdicts, and seen in this
 * project alone. All is stored, and paid for, in one transaction or not at all. What the project knows by its address
 * is left as it is, so that repeating a call changes nothing; but one that was no lead is judged by other words, as
 * somebody may have sent the wrong ones. Throws `no_signals`, and `no_credits_left` where the balance does not pay.
 */
export async function bringPosts(
  deps: ByHandDependencies,
  actor: Actor,
  { projectId, items, signal }: Bringing,
): Promise<{ items: BroughtPost[]; credits: number }> {
  const ids = { organizationId: actor.organizationId, projectId }
  const scope = organizationScope(actor.organizationId)
  const now = deps.clock.now()
  const read = items.map((item) => readPost(item, { projectId, id: deps.newId(), now }))
  for (let tries = 1; ; tries += 1) {
    const { signals, fresh, shunned } = await deps.db.transaction(scope, (tx) => lookAt(tx, deps, { actor, ids, read }))
    const posts = await embedBrought(deps, fresh)
    const judged = await judgeBrought(deps, posts, { signals, signal })
    await requireCredits(deps, ids.organizationId, mostFor(deps, judged))
    const verdicts = await readBrought(deps, judged, { organizationId: ids.organizationId, signal })
    const done = await deps.db.transaction(scope, async (tx) => {
      // A project that moves must leave no charge behind.
      if (!(await lockProjectForShare(tx, ids.organizationId, projectId))) throw projectNotFound()
      await lockName(tx, `by-hand:${projectId}`)
      const known = await findKnown(tx, ids, read)
      const still = posts.filter(({ id, externalId }) => isFresh(known.get(externalId), id))
      // Somebody may have objected while it was judged; from here on an objection waits, and finds what is kept.
      await deferSuppressing(tx, ids.organizationId)
      const welcome = await welcomePosts(tx, deps.suppression, ids, still)
      const recorded = await recordBrought(tx, deps, { actor, ids, posts: welcome, signals, verdicts })
      return recorded && { ...recorded, known, shunned: new Set([...shunned, ...placesOf(without(still, welcome))]) }
    })
    if (done) return { items: answer(read, done), credits: toCredits(done.charged) }
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
  { actor, ids, read }: { actor: Actor; ids: ProjectIds; read: readonly ReadPost[] },
): Promise<Looked> {
  await requireProject(tx, actor, ids.projectId)
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

/** A post that the project has at this address. */
interface Known {
  /** Null where it is another platform's. */
  postId: string | null
  leadId: string | null
  /** It was no lead, and had other words. */
  isToJudge: boolean
}

/** What the project has already, by the posts' ids at their place. */
async function findKnown(tx: Tx, ids: ProjectIds, read: readonly ReadPost[]): Promise<Map<string, Known>> {
  const stored = await selectStoredVectors(
    tx,
    BY_HAND,
    read.map(({ post }) => post.externalId),
  )
  const leads = await findLeadsAt(
    tx,
    ids,
    read.map(({ address }) => address),
  )
  return new Map(
    // Of several with one address the first counts.
    read.toReversed().flatMap(({ post: { externalId, fingerprint }, address }) => {
      const [leadId, before] = [leads.get(address) ?? null, stored.get(externalId)]
      if (leadId === null && !before) return []
      const hasOtherWords = before?.fingerprint != null && Buffer.compare(before.fingerprint, fingerprint) !== 0
      return [
        [externalId, { postId: before?.id ?? null, leadId, isToJudge: leadId === null && hasOtherWords }] as const,
      ]
    }),
  )
}

/** Whether a post that was judged is still to be stored: nobody else has brought it in meanwhile. */
function isFresh(known: Known | undefined, id: string): boolean {
  return known === undefined || (known.isToJudge && known.postId === id)
}

interface Done {
  known: ReadonlyMap<string, Known>
  outcomes: ReadonlyMap<string, BroughtPost>
  shunned: ReadonlySet<string>
  charged: Millicredits
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
