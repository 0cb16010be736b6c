import { WAITING_POSTS_MAX } from '@leadlight/domain/receiving'
import { deferSuppressing } from '../../core/suppression/suppressed-authors.ts'
import { lockProjectForShare } from '../../core/projects/lock-project.ts'
import { WINDOW_MS, allowanceOf, type Allowance } from '../../platform/allowance.ts'
import { RECEIVING_CALLS_PER_MINUTE } from '@leadlight/domain/receiving'
import type { Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { organizationScope, receivingScope } from '../../platform/scopes.ts'
import { takeTurns } from '../../platform/take-turns.ts'
import { findKnown } from '../by-hand/find-known.ts'
import { readPost, type Brought, type ReadPost } from '../by-hand/read-post.ts'
import { welcomePosts } from '../by-hand/welcome-posts.ts'
import { countCall, noteProblem, noteReceived, type CalledAddress } from './address-store.ts'
import { hashOf, isToken } from './address-token.ts'
import type { Sent } from './read-message.ts'
import { readPostsApart } from './read-posts-apart.ts'
import type { ReceivingDependencies } from './receiving-dependencies.ts'
import { judgeReceivedJob } from './receiving-jobs.ts'
import { takePosts, type LeftOut } from './take-posts.ts'
import { countWaiting, insertWaiting } from './waiting-store.ts'

const LEFT_OUT_TOLD_MAX = 20
const QUEUE_RETRY_MS = 5 * 60_000

/** What was taken of a message. */
export interface Receipt {
  /** Whose message it was taken for. */
  sender: string
  /** Posts that wait to be judged now. */
  taken: number
  /** Posts that the project had already. */
  duplicates: number
  /** Posts of somebody who does not want to be kept here. */
  kept_out: number
  /** Posts of which only the first 10,000 characters are judged. */
  shortened: number
  left_out: LeftOut[]
}

/** Whose address this is, after its call was counted at this cost; undefined where it is unknown or revoked. */
export async function findAddress(
  { db, clock }: Pick<ReceivingDependencies, 'db' | 'clock'>,
  token: string,
  { cost }: { cost: number },
): Promise<{ address: CalledAddress; allowance: Allowance } | undefined> {
  if (!isToken(token)) return undefined
  const now = clock.now()
  const call = { hash: hashOf(token), cost, now, windowMs: WINDOW_MS }
  const address = await db.transaction(receivingScope(), (tx) => countCall(tx, call))
  if (!address) return undefined
  const { windowBeganAt: beganAt, windowCalls: calls } = address
  const limit = { policy: 'address', callsMax: RECEIVING_CALLS_PER_MINUTE } as const
  return { address, allowance: allowanceOf(limit, { beganAt, calls }, { now, cost }) }
}

/**
 * Takes the posts of a message: they wait in the project, and a job judges them. All are taken in one transaction or
 * none. The same post again, from whomever, is a duplicate. What cannot be taken is noted at the address too, since
 * nobody reads what a program is answered. Resolves with the word that a sender wants to hear first, where it asks for it.
 */
export async function receive(
  deps: ReceivingDependencies,
  address: CalledAddress,
  read: () => Promise<Sent>,
): Promise<Receipt | { challenge: string }> {
  try {
    const understood = await readPostsApart(await read(), address.organizationId)
    if ('challenge' in understood) return understood
    const { sender, sendsAll, found } = understood
    const { posts, leftOut, shortened } = takePosts(found, { sender, sendsAll, publicUrl: deps.publicUrl })
    const counts = await keep(deps, address, await readInTurns(deps, address, posts))
    const [first] = leftOut
    if (first && !sendsAll)
      await note(
        deps,
        address,
        `${leftOut.length} of ${found.length} posts of ${sender} could not be taken. ${first.why}`,
      )
    return { sender, ...counts, shortened, left_out: leftOut.slice(0, LEFT_OUT_TOLD_MAX) }
  } catch (error) {
    if (error instanceof AppError && error.kind !== 'not_found') await note(deps, address, error.message)
    throw error
  }
}

async function note({ db, clock }: ReceivingDependencies, address: CalledAddress, problem: string): Promise<void> {
  await db.transaction(organizationScope(address.organizationId), (tx) =>
    noteProblem(tx, address, { problem, now: clock.now() }),
  )
}

type Arrived = ReadPost & { item: Brought }

async function readInTurns(
  { clock, newId }: ReceivingDependencies,
  { projectId }: CalledAddress,
  items: readonly Brought[],
): Promise<Arrived[]> {
  const turns = takeTurns()
  const now = clock.now()
  const all: Arrived[] = []
  for (const item of items) {
    all.push({ ...readPost(item, { projectId, id: newId(), now }), item })
    // Telling words apart costs several times as much as reading them.
    await turns.after(item.text.length * 5)
  }
  return all
}

function keep(
  deps: ReceivingDependencies,
  address: CalledAddress,
  arrived: readonly Arrived[],
): Promise<{ taken: number; duplicates: number; kept_out: number }> {
  const { organizationId, projectId, id: addressId, name: addressName } = address
  const ids = { organizationId, projectId }
  const now = deps.clock.now()
  return deps.db.transaction(organizationScope(organizationId), async (tx) => {
    // A project that moves or goes takes its addresses with it.
    if (!(await lockProjectForShare(tx, organizationId, projectId))) throw unknownAddress()
    const known = await findKnown(tx, ids, arrived)
    // What is undated was written when it arrived, and not when its turn comes.
    const dated = arrived.map(({ post, item }) => ({ post, item: { posted_at: now.toISOString(), ...item } }))
    const posts = dated.flatMap(({ post: { id, externalId }, item }) =>
      (known.get(externalId)?.isToJudge ?? true) ? [{ id, addressId, addressName, externalId, item }] : [],
    )
    const fresh = [...new Map(posts.toReversed().map((post) => [post.externalId, post])).values()]
    // From here on an objection waits, and finds what is kept.
    await deferSuppressing(tx, organizationId)
    const byId = new Map(arrived.map(({ post }) => [post.id, post]))
    const asked = fresh.flatMap((waits) => byId.get(waits.id) ?? [])
    const welcome = new Set((await welcomePosts(tx, deps.suppression, ids, asked)).map(({ id }) => id))
    const kept = fresh.filter(({ id }) => welcome.has(id))
    const taken = await insertWaiting(tx, ids, { posts: kept, now })
    // What waits already takes no room.
    if (taken > 0) await requireRoom(tx, organizationId)
    if (!(await noteReceived(tx, address, { posts: taken, now }))) throw unknownAddress()
    if (taken > 0) await deps.jobs.enqueue(tx, judgeReceivedJob, ids, { key: projectId })
    const keptOut = fresh.length - kept.length
    return { taken, duplicates: arrived.length - taken - keptOut, kept_out: keptOut }
  })
}

async function requireRoom(tx: Tx, organizationId: string): Promise<void> {
  if ((await countWaiting(tx, organizationId)) <= WAITING_POSTS_MAX) return
  const detail = `${WAITING_POSTS_MAX.toLocaleString('en')} posts at most wait to be judged at the same time. Nothing of this was taken: send it again later.`
  throw new AppError('too_many', 'too_many_waiting', detail, { retryAfterMs: QUEUE_RETRY_MS })
}

/** Says nothing of whether it ever existed. */
export function unknownAddress(): AppError {
  return new AppError('not_found', 'receiving_address_not_found', 'There is no such address. It may have been revoked.')
}
