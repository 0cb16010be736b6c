import { startArchiveThread } from '@leadlight/engine/archive/archive-thread'
import type { Embedder } from '@leadlight/engine/embedding/embedder'
import { packVector } from '@leadlight/engine/embedding/vector-bytes'
import { embeddedText } from '@leadlight/engine/index/prefilter'
import { postText } from '@leadlight/engine/language/post-text'
import type { CorpusPost } from '@leadlight/testing/doubles/corpus'
import { questionOf } from '../archive/corpus.ts'
import { wordKey } from './measure.ts'

/** A lead counts as reached where the archive has it among so many. */
export const HELD_MAX = 200
const POSTS_AT_ONCE = 500

export interface Held {
  /** The keys of the posts that the archive of all posts puts first for a signal. */
  find(sentence: string): Promise<ReadonlySet<string>>
  close(): Promise<void>
}

/** The product's archive in its own thread, holding all posts. */
export async function archiveAll(embedder: Embedder, posts: readonly CorpusPost[]): Promise<Held> {
  const thread = startArchiveThread()
  for (let from = 0; from < posts.length; from += POSTS_AT_ONCE) {
    const some = posts.slice(from, from + POSTS_AT_ONCE)
    const vectors = await embedder.embed(some.map(embeddedText))
    await thread.put(
      some.map((post, at) => ({
        id: idAt(from + at),
        platform: post.platform,
        postedAt: post.createdAt.getTime(),
        seenBy: null,
        text: postText(post),
        vector: packVector(vectors[at] ?? new Float32Array()),
      })),
    )
  }
  return {
    async find(sentence) {
      const question = await questionOf(embedder, sentence)
      const hits = await thread.search({ ...question, projectId: '', without: [], since: null, limit: HELD_MAX })
      const found = hits.flatMap(({ postId }) => posts[numberOf(postId)] ?? [])
      return new Set(found.map(({ title, text }) => wordKey(title, text)))
    },
    close: () => thread.stop(),
  }
}

/** A UUID that holds the post's number. */
function idAt(number: number): string {
  return `00000000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`
}

function numberOf(id: string): number {
  return Number.parseInt(id.slice(-12), 16)
}
