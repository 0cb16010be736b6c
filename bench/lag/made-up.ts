import { VECTOR_LENGTH, type Embedder, type TokenEmbedding } from '@leadlight/engine/embedding/embedder'
import type { Judge } from '@leadlight/engine/judge/judge'

const WORDS = 20_000
/** A word in posts that are to become leads. */
export const ASKED = 'zurichwanted'

/** The subject of a signal: three words of a made-up vocabulary, the same in every run and no two alike. */
export function subjectOf(number: number): string {
  return [0, 1, 2].map((position) => wordOf(number * 7 + position * (1 + (number % 97)), position)).join(' ')
}

function wordOf(number: number, position: number): string {
  return `${['kelo', 'marva', 'tindo'][position] ?? ''}${((number * 2_654_435_761) >>> 0) % WORDS}`
}

/** A post about a signal's subject, or about something that nobody wants. */
export function postText(number: number, subject: string | undefined): string {
  const filler = Array.from({ length: 24 }, (_, at) => `plain${((number * 31 + at * 977) * 2_654_435_761) % 50_000}`)
  if (subject === undefined) return filler.join(' ')
  return `${subject} ${ASKED} ${filler.slice(0, 12).join(' ')} ${number}`
}

/** Gives every text a vector that is near to no other, so that words alone decide. Costs almost nothing. */
export function createWordEmbedder(): Embedder {
  const vector = () => new Float32Array(VECTOR_LENGTH)
  const none = new Float32Array()
  const whole = (): TokenEmbedding => ({ vector: vector(), tokens: none, near: none, starts: new Int32Array() })
  return {
    model: 'words',
    embed: (texts) => Promise.resolve(texts.map(vector)),
    embedTokens: (texts) => Promise.resolve(texts.map(whole)),
    close: () => Promise.resolve(),
  }
}

/** Keeps the posts that the signal wants, at once. Posts that are only near become no leads. */
export const wantedJudge: Judge = {
  judge: ({ subject }, posts) =>
    Promise.resolve(
      posts.map(({ text }) => {
        const keep = text.startsWith(`${subject} ${ASKED}`)
        const level = keep ? ('strong' as const) : ('possible' as const)
        return {
          score: keep ? 0.9 : 0.1,
          keep,
          level,
          reason: 'Made up.',
          evidence: [],
          conditions: [],
          features: {},
          modelVersion: 'made-up',
        }
      }),
    ),
}
