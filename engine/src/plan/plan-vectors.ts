import type { Embedder, TokenEmbedding } from '../embedding/embedder.ts'
import type { Span } from '../language/sentences.ts'
import { ACTS } from './acts.ts'
import { findAlternatives, readAlternatives, sayOneByOne } from './alternatives.ts'
import { readLimits, type Limit } from '../conditions/limits.ts'
import type { Plan } from './plan.ts'
import { tokenRows, type TokenRows } from '../judge/near-tokens.ts'
import { unitRows } from '../judge/reading.ts'
import { sayingsFor } from './voices.ts'
import { readExcluded, readSecondNames, type Excluded, type SecondName } from './word-rules.ts'
import { readTerms } from '../language/words.ts'

/** A signal may list a hundred things, and each is three texts to embed. */
const SINGLES_MAX = 12

/** A stretch of the token rows of a plan. */
export interface Rows {
  from: number
  to: number
}

/** One way of putting the signal, with its position among the token rows of all of them. */
export interface Voice extends Rows {
  /** Of the whole, then of the same with one alternative alone. */
  vectors: [Float32Array, ...Float32Array[]]
  weight: number
  /** The rows of alternatives, list by list: being near one of a list is enough. */
  lists: Rows[][]
}

/** A plan made ready for scoring: its voices as vectors, its words as terms, its acts as numbers. */
export interface PlanVectors {
  plan: Plan
  /** Unit token vectors of all voices in sequence. */
  tokens: TokenRows
  width: number
  author: Voice
  signal: Voice
  subject: Voice
  sayings: Voice[]
  /** What is not wanted, clause by clause. */
  avoids: { clause: string; vector: Float32Array }[]
  terms: {
    signal: string[]
    /** Those of the whole subject, then of the subject with one alternative alone. */
    subjects: [string[], ...string[][]]
    who: string[]
    excluded: Excluded[]
    secondNames: SecondName[]
  }
  acts: Float32Array
  limits: Limit[]
  /** The tokens of the signal's sentence as the model leaves them, and where in it each one's word begins. */
  words: Pick<TokenEmbedding, 'tokens' | 'starts'>
}

/** Embeds the voices of a plan. Do it once per plan: it costs about ten short texts, and three for each alternative. */
export async function embedPlan(embedder: Embedder, plan: Plan): Promise<PlanVectors> {
  const alternatives = readAlternatives(plan.signal)
  const sayings = sayingsFor(plan.wish, plan.acts)
  const ways = [plan.voice, plan.signal, plan.subject]
  const texts = [...ways, ...sayings.map(({ text }) => text)]
  const singles = ways.map((text) => sayOneByOne(alternatives, text).slice(0, SINGLES_MAX))
  const embeddings = await embedder.embedTokens(texts)
  const single = await embedAll(embedder, singles.flat())
  const avoided = await embedAll(embedder, plan.avoids)
  const voices: Voice[] = []
  let rows = 0
  embeddings.forEach(({ vector, starts }, index) => {
    const own = single.splice(0, singles[index]?.length ?? 0)
    const lists = findAlternatives(alternatives, texts[index] ?? '')
      .map((spans) => spans.map((span) => rowsOf(span, starts, rows)).filter(({ from, to }) => from < to))
      .filter((items) => items.length > 1)
    const to = rows + starts.length
    voices.push({ vectors: [vector, ...own], from: rows, to, weight: sayings[index - 3]?.weight ?? 1, lists })
    rows = to
  })
  const [author, signal, subject, ...spoken] = voices
  if (author === undefined || signal === undefined || subject === undefined)
    throw new Error('The embedder gave too few vectors.')
  const width = author.vectors[0].length
  const { tokens, starts } = embeddings[1] ?? { tokens: new Float32Array(), starts: new Int32Array() }
  return {
    plan,
    tokens: tokenRows(unitRows(joinRows(embeddings), width)),
    width,
    author,
    signal,
    subject,
    sayings: spoken,
    avoids: plan.avoids.flatMap((clause, index) => {
      const vector = avoided[index]
      return vector ? [{ clause, vector }] : []
    }),
    terms: {
      signal: readTerms(plan.signal),
      subjects: [readTerms(plan.subject), ...(singles[2] ?? []).map((text) => readTerms(text))],
      who: readTerms(plan.who),
      excluded: readExcluded(plan),
      secondNames: readSecondNames(plan),
    },
    acts: Float32Array.from(ACTS, (act) => plan.acts[act] ?? 0),
    limits: readLimits(plan),
    words: { tokens, starts },
  }
}

async function embedAll(embedder: Embedder, texts: readonly string[]): Promise<Float32Array[]> {
  return texts.length === 0 ? [] : await embedder.embed(texts)
}

/** The rows of the tokens that begin within `span`, where the text's first row is `first`. */
function rowsOf({ start, end }: Span, starts: Int32Array, first: number): Rows {
  const before = (offset: number): number => starts.filter((at) => at < offset).length
  return { from: first + before(start), to: first + before(end) }
}

function joinRows(embeddings: readonly TokenEmbedding[]): Float32Array {
  const joined = new Float32Array(embeddings.reduce((sum, { near }) => sum + near.length, 0))
  let at = 0
  for (const { near } of embeddings) {
    joined.set(near, at)
    at += near.length
  }
  return joined
}
