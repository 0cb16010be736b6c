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

/** As many as one signal is given at a time; about a third of a megabyte each. */
const READINGS_REMEMBERED = 64

/**
 * Reads posts, and remembers the newest readings: a new post is judged for one signal after the other, and reading it is
 * nearly all of what a judgement costs.
 */
export function createPostReader(embedder: Embedder): (posts: readonly JudgedPostInput[]) => Promise<Reading[]> {
  const remembered = new Map<string, Reading>()
  const keyOf = ({ title, text }: JudgedPostInput): string => JSON.stringify([title, text])
  return async (posts) => {
    const asked = new Map(posts.map((post) => [keyOf(post), post]))
    // Taken before anything is waited for, since another batch may push them out meanwhile.
    const readings = new Map([...asked.keys()].map((key) => [key, remembered.get(key)]))
    const unread = [...asked].filter(([key]) => readings.get(key) === undefined)
    const fresh = await readPosts(
      embedder,
      unread.map(([, post]) => post),
    )
    unread.forEach(([key], index) => readings.set(key, fresh[index]))
    for (const [key, reading] of readings) {
      remembered.delete(key)
      if (reading) remembered.set(key, reading)
    }
    for (const key of [...remembered.keys()].slice(0, -READINGS_REMEMBERED)) remembered.delete(key)
    return posts.flatMap((post) => readings.get(keyOf(post)) ?? [])
  }
}
