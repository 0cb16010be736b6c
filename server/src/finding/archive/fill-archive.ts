import type { ArchiveThread } from '@leadlight/engine/archive/archive-thread'
import type { ArchivedPost } from '@leadlight/engine/archive/archived-post'
import { postText } from '@leadlight/engine/language/post-text'
import { selectHeldByIds, selectHeldPage, type HeldPosition, type HeldPost } from '../../core/posts/held-posts.ts'
import {
  deleteChangesBefore,
  selectChanged,
  takeSnapshot,
  type ChangePosition,
  type Snapshot,
} from '../../core/posts/post-changes.ts'
import type { Tx } from '../../platform/db.ts'
import { archiveScope } from '../../platform/scopes.ts'
import type { ArchiveDependencies } from './create-archive.ts'

/** Few enough that a page holds up neither this process nor an embedded database for long. */
const POSTS_AT_ONCE = 200
const CHANGES_AT_ONCE = 1_000
const CHANGES_KEPT_MS = 60 * 60_000
const TIDY_EVERY_MS = 10 * 60_000

export interface Filling {
  /** Reads what is not read yet, from the newest post to the oldest, and takes in what changed meanwhile. */
  advance(signal: AbortSignal): Promise<void>
  /** Whether so much time has passed since that what changed is no longer known. */
  isOutdated(): boolean
}

/**
 * Brings a thread's empty archive in line with the database, a page at a time. Where a page fails, the next call
 * continues with it.
 */
export function createFilling({ db, clock, model }: ArchiveDependencies, thread: ArchiveThread): Filling {
  let seen: { snapshot: Snapshot; at: Date } | undefined
  let filledTo: HeldPosition | null = null
  let isFilled = false
  let tidiedAt = clock.now()
  const read = <T>(work: (tx: Tx) => Promise<T>) => db.transaction(archiveScope(), work)

  async function advance(signal: AbortSignal): Promise<void> {
    seen ??= { at: clock.now(), snapshot: await read(takeSnapshot) }
    while (!isFilled) {
      signal.throwIfAborted()
      const page = await read((tx) => selectHeldPage(tx, { model, after: filledTo, limit: POSTS_AT_ONCE }))
      await thread.put(page.map(toArchived))
      filledTo = page.at(-1) ?? filledTo
      isFilled = page.length < POSTS_AT_ONCE
      // A long filling must not keep what is erased meanwhile.
      seen = await catchUp(seen.snapshot, signal)
    }
    seen = await catchUp(seen.snapshot, signal)
    await tidy()
  }

  /** Takes in what a snapshot did not see. Returns the one to continue from. */
  async function catchUp(snapshot: Snapshot, signal: AbortSignal): Promise<{ snapshot: Snapshot; at: Date }> {
    // Taken first: what is committed in between is then read twice, and nothing never.
    const next = { at: clock.now(), snapshot: await read(takeSnapshot) }
    let after: ChangePosition | null = null
    do {
      signal.throwIfAborted()
      const from: ChangePosition | null = after
      const changes: ChangePosition[] = await read((tx) =>
        selectChanged(tx, { since: snapshot, after: from, limit: CHANGES_AT_ONCE }),
      )
      await renew(changes.map(({ postId }) => postId))
      after = changes.length < CHANGES_AT_ONCE ? null : (changes.at(-1) ?? null)
    } while (after)
    // Whoever was put to sleep on the way may have read too late.
    if (isOutdated()) throw new Error('The archive was away for too long.')
    return next
  }

  function isOutdated(): boolean {
    return seen !== undefined && clock.now().getTime() - seen.at.getTime() > CHANGES_KEPT_MS / 2
  }

  async function tidy(): Promise<void> {
    const now = clock.now()
    if (now.getTime() - tidiedAt.getTime() < TIDY_EVERY_MS) return
    tidiedAt = now
    await read((tx) => deleteChangesBefore(tx, new Date(now.getTime() - CHANGES_KEPT_MS)))
  }

  async function renew(changed: readonly string[]): Promise<void> {
    const ids = [...new Set(changed)]
    for (let from = 0; from < ids.length; from += POSTS_AT_ONCE) {
      const some = ids.slice(from, from + POSTS_AT_ONCE)
      const held = await read((tx) => selectHeldByIds(tx, model, some))
      const there = new Set(held.map(({ id }) => id))
      await thread.remove(some.filter((id) => !there.has(id)))
      await thread.put(held.map(toArchived))
    }
  }

  return { advance, isOutdated }
}

function toArchived(post: HeldPost): ArchivedPost {
  const { id, platform, postedAt, seenBy, vector } = post
  return {
    id,
    platform,
    postedAt: postedAt.getTime(),
    seenBy,
    text: postText(post),
    vector: vector && Uint8Array.from(vector),
  }
}
