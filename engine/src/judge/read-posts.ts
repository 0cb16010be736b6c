import type { Embedder } from '../embedding/embedder.ts'
import type { JudgedPostInput } from './judgement.ts'
import { draftReading, finishReading, type Reading } from './reading.ts'

/** Reads posts for judging; one reading serves any number of plans. */
export async function readPosts(
  embedder: Embedder,
  posts: readonly Pick<JudgedPostInput, 'title' | 'text'>[],
): Promise<Reading[]> {
  const drafts = posts.map((post) => draftReading(post))
  const embeddings = await embedder.embedTokens(drafts.flatMap(({ chunks }) => chunks.map(({ text }) => text)))
  let at = 0
  return drafts.map((draft) => {
    const own = embeddings.slice(at, at + draft.chunks.length)
    at += draft.chunks.length
    return finishReading(draft, own)
  })
}
