import type { Embedder, TokenEmbedding } from '../embedding/embedder.ts'
import { ACTS } from './acts.ts'
import type { Plan } from './plan.ts'
import { unitRows } from '../judge/reading.ts'
import { sayingsFor } from './voices.ts'
import { readExcluded, readSecondNames, type Excluded, type SecondName } from './word-rules.ts'
import { readTerms } from '../language/words.ts'

/** One way of putting the signal, with its position among the token rows of all of them. */
export interface Voice {
  vector: Float32Array
  from: number
  to: number
  weight: number
}

/** A plan made ready for scoring: its voices as vectors, its words as terms, its acts as numbers. */
export interface PlanVectors {
  plan: Plan
  /** Unit token vectors of all voices in sequence. */
  tokens: Float32Array
  width: number
  author: Voice
  signal: Voice
  subject: Voice
  sayings: Voice[]
  /** What is not wanted, clause by clause. */
  avoids: { clause: string; vector: Float32Array }[]
  terms: { signal: string[]; subject: string[]; who: string[]; excluded: Excluded[]; secondNames: SecondName[] }
  acts: Float32Array
}

/** Embeds the voices of a plan. Do it once per plan: it costs about ten short texts. */
export async function embedPlan(embedder: Embedder, plan: Plan): Promise<PlanVectors> {
  const sayings = sayingsFor(plan.wish, plan.acts)
  const texts = [plan.voice, plan.signal, plan.subject, ...sayings.map(({ text }) => text)]
  const embeddings = await embedder.embedTokens(texts)
  const avoided = plan.avoids.length === 0 ? [] : await embedder.embed(plan.avoids)
  const voices: Voice[] = []
  let rows = 0
  embeddings.forEach((embedding, index) => {
    const to = rows + embedding.starts.length
    voices.push({ vector: embedding.vector, from: rows, to, weight: sayings[index - 3]?.weight ?? 1 })
    rows = to
  })
  const [author, signal, subject, ...spoken] = voices
  if (author === undefined || signal === undefined || subject === undefined)
    throw new Error('The embedder gave too few vectors.')
  const width = author.vector.length
  return {
    plan,
    tokens: unitRows(joinRows(embeddings), width),
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
      subject: readTerms(plan.subject),
      who: readTerms(plan.who),
      excluded: readExcluded(plan),
      secondNames: readSecondNames(plan),
    },
    acts: Float32Array.from(ACTS, (act) => plan.acts[act] ?? 0),
  }
}

function joinRows(embeddings: readonly TokenEmbedding[]): Float32Array {
  const joined = new Float32Array(embeddings.reduce((sum, { tokens }) => sum + tokens.length, 0))
  let at = 0
  for (const { tokens } of embeddings) {
    joined.set(tokens, at)
    at += tokens.length
  }
  return joined
}
