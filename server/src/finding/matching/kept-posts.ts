import type { PostOrigin } from '../../core/posts/post-origin.ts'
import type { Tx } from '../../platform/db.ts'
import { savePosts, selectStoredVectors, selectPosts, type KeptPost, type NewPost } from '../../core/posts/posts.ts'
import { selectJudged, type Wording } from '../judgements/judgements.ts'

export type { KeptPost, NewPost }

/** A post to save; `vector` (packed) is left out where the stored one is still valid. */
export interface ReadPost {
  post: NewPost
  vector: Uint8Array | undefined
}

/** Saves posts and their vectors in the caller's transaction; returns their ids in the order given. */
export async function keepPosts(
  tx: Tx,
  read: readonly ReadPost[],
  { model, origin, now }: { model: string; origin: PostOrigin; now: Date },
): Promise<string[]> {
  return savePosts(
    tx,
    read.map(({ post, vector }) => (vector ? { ...post, vector: { packed: vector, model } } : post)),
    { origin, collectedAt: now },
  )
}

/** The packed vector stored for each of these posts of one platform, if still valid; else null. */
export async function findVectors(tx: Tx, posts: readonly NewPost[], model: string): Promise<(Uint8Array | null)[]> {
  const [first] = posts
  if (!first) return []
  const ids = posts.map(({ externalId }) => externalId)
  const known = await selectStoredVectors(tx, first.platform, ids)
  return posts.map((post) => {
    const before = known.get(post.externalId)
    const isSame = before?.fingerprint != null && Buffer.compare(before.fingerprint, post.fingerprint) === 0
    return isSame && before.vectorModel === model ? before.vector : null
  })
}

/** The posts with these ids, in the same order. */
export function findPosts(tx: Tx, ids: readonly string[]): Promise<KeptPost[]> {
  return selectPosts(tx, ids)
}

/** Which of these posts the wording has judged, and whether each was kept. */
export function findJudged(
  tx: Tx,
  wording: Wording,
  postIds: readonly string[],
): Promise<ReadonlyMap<string, boolean>> {
  return selectJudged(tx, wording, postIds)
}
