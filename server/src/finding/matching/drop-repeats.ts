import type { Copy } from '../../workspace/leads/note-copies.ts'
import type { DuplicateIndex } from '@leadlight/engine/index/duplicate-index'
import type { KeptPost } from '../../core/posts/posts.ts'
import type { Sifted } from './sift-posts.ts'

interface Known {
  /** What has passed so far; posts that pass now are added. */
  passed: Pick<DuplicateIndex, 'find' | 'add'>
  /** Maps posts that repeat a lead of the signal to that lead's post. */
  repeated: ReadonlyMap<string, string>
}

/** Drops each passed post that repeats another, in the order given: the same words are one conversation. */
export function dropRepeats(
  posts: readonly KeptPost[],
  sifted: readonly Sifted[],
  known: Known,
): { once: Sifted[]; copies: Copy[] } {
  const fingerprintOf = new Map(posts.map((post) => [post.id, post.fingerprint]))
  const copies: Copy[] = []
  const once = sifted.map((verdict) => {
    const fingerprint = fingerprintOf.get(verdict.postId)
    if (!verdict.passed || !fingerprint) return verdict
    const { postId } = verdict
    const originalId = known.repeated.get(postId) ?? known.passed.find(fingerprint)
    if (originalId !== undefined) {
      copies.push({ postId, originalId })
      return { ...verdict, passed: false, isRepeat: true }
    }
    known.passed.add(fingerprint, postId)
    return verdict
  })
  return { once, copies }
}
