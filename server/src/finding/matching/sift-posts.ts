import { packVector, unpackVector } from '@leadlight/engine/embedding/vector-bytes'
import { installationScope } from '../../platform/scopes.ts'
import type { MatchingDependencies } from './matching-dependencies.ts'
import type { Plan } from '@leadlight/engine/plan/plan'
import { postText } from '@leadlight/engine/language/post-text'
import { saveVectors, type KeptPost } from '../../core/posts/posts.ts'
import { createPrefilter, embeddedText } from '@leadlight/engine/index/prefilter'
import { createShortlist } from '@leadlight/engine/reach/shortlist'

export interface Sifted {
  postId: string
  passed: boolean
  /** The higher, the likelier to be kept; comparable within one signal only. */
  rank: number
  /** It repeats another post, and is passed over for that alone. */
  isRepeat?: boolean
}

/** Says which posts are worth judging, by words and by meaning. */
export type Sifter = (posts: readonly KeptPost[]) => Promise<Sifted[]>

type SiftDependencies = Pick<MatchingDependencies, 'db' | 'embedder'>

/**
 * Embeds a plan once for any number of posts. A post's vector is made once and saved with it, for the next signal that
 * meets the post.
 */
export async function createSifter(deps: SiftDependencies, plan: Plan): Promise<Sifter> {
  const prefilter = await createPrefilter(deps.embedder, plan)
  const shortlist = await createShortlist(deps.embedder, plan)
  return async (posts) => {
    const vectors = await vectorsOf(deps, posts)
    return posts.map((post, i) => {
      const text = postText(post)
      return { postId: post.id, passed: prefilter(text, vectors[i]).passed, rank: shortlist(text, vectors[i]) }
    })
  }
}

/** The same for posts that are all there. */
export async function siftPosts(deps: SiftDependencies, plan: Plan, posts: readonly KeptPost[]): Promise<Sifted[]> {
  return (await createSifter(deps, plan))(posts)
}

async function vectorsOf(
  { db, embedder }: Pick<MatchingDependencies, 'db' | 'embedder'>,
  posts: readonly KeptPost[],
): Promise<(Float32Array | undefined)[]> {
  const missing = posts.filter((post) => post.vector === null || post.vectorModel !== embedder.model)
  const made = await embedder.embed(missing.map(embeddedText))
  const fresh = missing.flatMap((post, i) => {
    const vector = made[i]
    return vector ? [{ id: post.id, vector: packVector(vector) }] : []
  })
  if (fresh.length > 0) await db.transaction(installationScope(), (tx) => saveVectors(tx, embedder.model, fresh))
  const bytes = new Map(fresh.map(({ id, vector }) => [id, vector]))
  return posts.map((post) => {
    const own = bytes.get(post.id) ?? post.vector
    return own ? unpackVector(own) : undefined
  })
}
