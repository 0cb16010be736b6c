import { detectLanguage } from '@leadlight/domain/language'
import type { TokenEmbedding } from '../embedding/embedder.ts'
import { countTerms, type TermCounts } from '../language/bm25.ts'
import { readCues, type SentenceCues } from './cues.ts'
import { tokenRows, type TokenRows } from './near-tokens.ts'
import { blankMarkup, postText } from '../language/post-text.ts'
import { splitSentences, type Span } from '../language/sentences.ts'
import { readTerms } from '../language/words.ts'
import { composeSpeech, type Speech } from './speech-act.ts'

const CHUNK_CHARACTERS = 1000
const CHUNKS_MAX = 2
const SENTENCES_MAX = 40

/** One sentence of a post with all that is computed from it alone, so that a post can be scored without it. */
export interface Sentence extends Span {
  inTitle: boolean
  cues: SentenceCues
  terms: TermCounts
  /** Sum of the token vectors, their number, and the sum scaled to length 1. */
  sum: Float32Array
  vector: Float32Array
  tokenCount: number
  /** Unit vectors of the tokens in sequence, for comparing word by word, and where in the text each one's word begins. */
  tokens: TokenRows
  starts: Int32Array
}

/** A post as the judge has read it: its text, and at most 40 sentences from its first 2,000 characters. */
export interface Reading {
  text: string
  language: ReturnType<typeof detectLanguage>
  sentences: Sentence[]
  /** That of all sentences. */
  speech: Speech
}

/** A post's text in chunks short enough for the model, each a whole number of sentences. */
export interface Draft {
  text: string
  titleEnd: number
  chunks: { text: string; start: number; sentences: Span[] }[]
}

/** Splits a post for reading, in linear time; anything beyond the first 2,000 characters is left out. */
export function draftReading(post: { title: string | null; text: string }): Draft {
  const text = postText(post)
  const head = text.slice(0, CHUNK_CHARACTERS * CHUNKS_MAX).toWellFormed()
  const blanked = blankMarkup(head)
  const chunks: Draft['chunks'] = []
  for (const span of splitSentences(head, SENTENCES_MAX)) {
    if (!/[\p{L}\p{N}]/u.test(blanked.slice(span.start, span.end))) continue
    const last = chunks.at(-1)
    if (last !== undefined && span.end - last.start <= CHUNK_CHARACTERS) last.sentences.push(span)
    else if (chunks.length < CHUNKS_MAX) chunks.push({ text: '', start: span.start, sentences: [span] })
    else break
  }
  for (const chunk of chunks) chunk.text = blanked.slice(chunk.start, chunk.sentences.at(-1)?.end)
  const titled = post.title !== null && post.title.trim() !== ''
  return { text, titleEnd: titled ? (post.title?.length ?? 0) : 0, chunks }
}

/** Joins a draft with the vectors of its chunks. */
export function finishReading(draft: Draft, embeddings: readonly TokenEmbedding[]): Reading {
  const sentences = draft.chunks.flatMap((chunk, index) => {
    const embedding = embeddings[index]
    return embedding === undefined ? [] : readChunk(draft, chunk, embedding)
  })
  return { text: draft.text, language: detectLanguage(draft.text), sentences, speech: composeSpeech(sentences) }
}

function readChunk(draft: Draft, chunk: Draft['chunks'][number], embedding: TokenEmbedding): Sentence[] {
  const { starts, tokens, near } = embedding
  const width = starts.length === 0 ? 0 : tokens.length / starts.length
  let from = 0
  return chunk.sentences.map((span) => {
    let to = from
    while (to < starts.length && (starts[to] ?? 0) + chunk.start < span.end) to++
    const own = tokens.subarray(from * width, to * width)
    const ownStarts = starts.subarray(from, to).map((start) => start + chunk.start)
    const first = from
    from = to
    const words = draft.text.slice(span.start, span.end)
    const sum = sumRows(own, width)
    return {
      ...span,
      inTitle: span.end <= draft.titleEnd,
      cues: readCues(words),
      terms: countTerms(readTerms(blankMarkup(words))),
      sum,
      vector: unitRows(sum, width),
      tokenCount: width === 0 ? 0 : own.length / width,
      tokens: tokenRows(unitRows(near.subarray(first * width, from * width), width)),
      starts: ownStarts,
    }
  })
}

function sumRows(rows: Float32Array, width: number): Float32Array {
  const sum = new Float32Array(width)
  for (let at = 0; at < rows.length; at++) sum[at % width] = (sum[at % width] ?? 0) + (rows[at] ?? 0)
  return sum
}

/** The rows scaled to length 1. */
export function unitRows(rows: Float32Array, width: number): Float32Array {
  const unit = new Float32Array(rows.length)
  for (let start = 0; start < rows.length; start += width) {
    let square = 0
    for (let at = start; at < start + width; at++) square += (rows[at] ?? 0) ** 2
    const scale = square === 0 ? 0 : 1 / Math.sqrt(square)
    for (let at = start; at < start + width; at++) unit[at] = (rows[at] ?? 0) * scale
  }
  return unit
}
