import { ACTS, ACT_WORDING } from './acts.ts'
import type { Language } from './language.ts'
import type { PlanVectors } from './plan-vectors.ts'
import { readTerms } from './words.ts'

const SURE = 0.6
const MAYBE = 0.3

/** What the reason is composed from; each part is a fact about the post or a probability the model gave. */
export interface Findings {
  plan: PlanVectors
  /** Terms of the post. */
  terms: ReadonlySet<string>
  /** Probability of each speech act, in the order of `ACTS`. */
  speech: Float32Array
  language: Language
  excluded: string | undefined
}

/** One or two plain sentences that say why the score is what it is. Every claim follows from the findings. */
export function composeReason(findings: Findings): string {
  const parts = [`${sayAct(findings)}, and ${saySubject(findings)}.`, sayDoubt(findings)]
  return parts.filter((part) => part !== '').join(' ')
}

function sayAct({ plan, speech }: Findings): string {
  const wanted = strongest(speech, (index) => (plan.acts[index] ?? 0) >= MAYBE)
  if (wanted.probability >= SURE) return `The author ${wanted.wording}`
  if (wanted.probability >= MAYBE) return `The author probably ${wanted.wording}`
  return 'The post does not plainly do what the signal asks for'
}

function saySubject({ plan, terms }: Findings): string {
  const phrases = plan.plan.topics.flatMap(({ anyOf }) => anyOf)
  const named = phrases.filter((phrase) => readTerms(phrase).every((term) => terms.has(term)))
  if (named.length > 0) return `names ${list(named.slice(0, 3).map((phrase) => `“${phrase}”`))}`
  const touched = phrases.filter((phrase) => readTerms(phrase).some((term) => terms.has(term)))
  if (touched.length > 0) return `uses words of ${list(touched.slice(0, 2).map((phrase) => `“${phrase}”`))}`
  return `does not use the words of “${plan.plan.subject}”`
}

function sayDoubt({ plan, speech, language, excluded }: Findings): string {
  if (excluded !== undefined) return `It mentions “${excluded}”, which you excluded.`
  if (language === 'other')
    return 'It is not in English, which the built-in model reads poorly, so its score is lowered.'
  const other = strongest(speech, (index) => (plan.acts[index] ?? 0) < MAYBE)
  return other.probability >= SURE ? `It also ${other.wording}.` : ''
}

function strongest(speech: Float32Array, counts: (index: number) => boolean): { probability: number; wording: string } {
  let best = { probability: 0, wording: ACT_WORDING.other }
  ACTS.forEach((act, index) => {
    const probability = speech[index] ?? 0
    if (counts(index) && probability > best.probability) best = { probability, wording: ACT_WORDING[act] }
  })
  return best
}

function list(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1) ?? ''}`
}
