import type { DuplicateIndex } from './duplicate-index.ts'
import type { KeptPost } from './post-store.ts'
import type { Sifted } from './sift-posts.ts'

interface Known {
  /** What passed before, which those that pass now are added to. */
  passed: Pick<DuplicateIndex, 'has' | 'add'>
  /** Posts that say what a lead of the signal says. */
  repeated: ReadonlySet<string>
}

/** Drops of what passed whatever repeats another of it, in the order given: the same words are one conversation. */
export function dropRepeats(posts: readonly KeptPost[], sifted: readonly Sifted[], known: Known): Sifted[] {
  const fingerprintOf = new Map(posts.map((post) => [post.id, post.fingerprint]))
  return sifted.map((verdict) => {
    const fingerprint = fingerprintOf.get(verdict.postId)
    if (!verdict.passed || !fingerprint) return verdict
    if (known.repeated.has(verdict.postId) || known.passed.has(fingerprint)) return { ...verdict, passed: false }
    known.passed.add(fingerprint)
    return verdict
  })
}
