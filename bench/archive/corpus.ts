import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { VECTOR_LENGTH, type Embedder } from '@leadlight/engine/embedding/embedder'
import { packVector } from '@leadlight/engine/embedding/vector-bytes'
import { embeddedText } from '@leadlight/engine/index/prefilter'
import { planSignal } from '@leadlight/engine/plan/plan'
import { sayingsFor } from '@leadlight/engine/plan/voices'
import { readTerms } from '@leadlight/engine/language/words'
import { postKey, readPostFile } from '../relevance/read-data.ts'

const EMBEDDED_AT_ONCE = 256

export interface CorpusPost {
  key: string
  title: string | null
  text: string
  postedAt: Date
  /** Packed, as the product keeps it. */
  vector: Uint8Array
}

/**
 * All posts of a folder with their vectors, in the order of its files' names. Embedding them takes minutes: where
 * `vectorsFile` is given, the vectors are read from it, or written to it.
 */
export async function readCorpus(
  embedder: Embedder,
  { folder, vectorsFile }: { folder: string; vectorsFile: string | undefined },
): Promise<CorpusPost[]> {
  const posts = readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl.gz'))
    .toSorted()
    .flatMap((name) => {
      const file = name.replace('.jsonl.gz', '')
      return readPostFile(folder, file).map((row) => ({
        key: postKey({ file, id: row.id }),
        title: row.title?.replaceAll('\0', '') ?? null,
        // Channels leave these out too: PostgreSQL keeps none.
        text: (row.text ?? '').replaceAll('\0', ''),
        postedAt: new Date(row.created_at ?? 0),
      }))
    })
  const vectors =
    vectorsFile !== undefined && existsSync(vectorsFile) ? readFileSync(vectorsFile) : await embedAll(embedder, posts)
  if (vectors.length !== posts.length * VECTOR_LENGTH) throw new Error('The file of vectors belongs to other posts.')
  if (vectorsFile !== undefined && !existsSync(vectorsFile)) writeFileSync(vectorsFile, vectors)
  return posts.map((post, at) => ({
    ...post,
    vector: Uint8Array.from(vectors.subarray(at * VECTOR_LENGTH, (at + 1) * VECTOR_LENGTH)),
  }))
}

async function embedAll(
  embedder: Embedder,
  posts: readonly { title: string | null; text: string }[],
): Promise<Uint8Array> {
  const packed = new Uint8Array(posts.length * VECTOR_LENGTH)
  for (let from = 0; from < posts.length; from += EMBEDDED_AT_ONCE) {
    const vectors = await embedder.embed(posts.slice(from, from + EMBEDDED_AT_ONCE).map(embeddedText))
    vectors.forEach((vector, at) => packed.set(packVector(vector), (from + at) * VECTOR_LENGTH))
  }
  return packed
}

/** What a search asks the archive for a signal: everything a wanted author would say, and the words of the signal. */
export async function questionOf(
  embedder: Embedder,
  sentence: string,
): Promise<{ voices: Float32Array[]; terms: string[] }> {
  const plan = planSignal(sentence)
  const sayings = sayingsFor(plan.wish, plan.acts).map(({ text }) => text)
  const voices = await embedder.embed([plan.voice, plan.signal, plan.subject, ...sayings])
  return { voices, terms: readTerms(plan.signal) }
}
