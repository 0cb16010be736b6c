import { findRepeated } from '../../workspace/leads/find-repeated.ts'
import { noteCopies, type Copy } from '../../workspace/leads/note-copies.ts'
import { createDuplicateIndex } from '@leadlight/engine/index/duplicate-index'
import { findJudged, findPosts } from '../matching/kept-posts.ts'
import type { Tx } from '../../platform/db.ts'
import { pipelineStatements } from '../../platform/pipeline-statements.ts'
import type { SignalInUse } from '../../core/signals/signals.ts'
import { selectRepeats, setArrived } from './arrival-store.ts'

/** Splits posts that wait for a signal into those that need no judging and those left, in their order. */
export interface AlreadyJudged {
  judged: string[]
  repeated: Copy[]
  fresh: string[]
}

/** Finds posts the wording has judged before, and copies of other posts, earlier ones here included. */
export async function findAlreadyJudged(
  tx: Tx,
  signal: SignalInUse,
  postIds: readonly string[],
): Promise<AlreadyJudged> {
  const [known, repeated, repeats, posts] = await pipelineStatements([
    findJudged(tx, signal, postIds),
    findRepeated(tx, signal.organizationId, { ...signal, postIds }),
    selectRepeats(tx, signal, postIds),
    findPosts(tx, postIds),
  ])
  const seen = createDuplicateIndex()
  const again = new Map([...repeats, ...repeated].filter(([id]) => !known.has(id)))
  for (const { id, fingerprint } of posts) {
    if (known.has(id) || again.has(id) || !fingerprint) continue
    const original = seen.find(fingerprint)
    if (original === undefined) seen.add(fingerprint, id)
    else again.set(id, original)
  }
  const fresh = postIds.filter((id) => !known.has(id) && !again.has(id))
  return {
    judged: [...known.keys()],
    repeated: [...again].map(([postId, originalId]) => ({ postId, originalId })),
    fresh,
  }
}

/** Marks them as done for free, and notes the copies. */
export async function releaseAlreadyJudged(
  tx: Tx,
  signal: SignalInUse,
  { judged, repeated }: AlreadyJudged,
): Promise<void> {
  await pipelineStatements([
    setArrived(tx, signal, { postIds: judged, state: 'judged' }),
    setArrived(tx, signal, { postIds: repeated.map(({ postId }) => postId), state: 'repeated' }),
    noteCopies(tx, signal, repeated),
  ])
}
