import type { Language } from '@leadlight/domain/language'
import { NEED } from '../plan/acts.ts'
import type { PlanVectors } from '../plan/plan-vectors.ts'
import { findAskedAct, findOtherAct, MAYBE, readSubject, SURE, type AskedPhrase } from './asked.ts'

const PHRASES_NAMED_MAX = 3
const PHRASES_TOUCHED_MAX = 2

/** The inputs of a reason; each is a fact about the post or a probability from the model. */
export interface Findings {
  plan: Pick<PlanVectors, 'plan' | 'acts'>
  /** The terms of each sentence of the post. */
  sentences: readonly ReadonlySet<string>[]
  /** Probability of each speech act, in the order of `ACTS`, then of a present need. */
  speech: Float32Array
  language: Language
  excluded: string | undefined
  /** The unwanted thing that a sentence of the post comes near to. */
  avoided?: string | undefined
  /** A limit of the signal that the author's own words fail. */
  failed?: string | undefined
  /** Whether the score suffices for a lead: the reason then says why, and otherwise what is missing. */
  keep: boolean
}

/** One to three plain sentences that say why the score is what it is. Every claim follows from the findings. */
export function composeReason(findings: Findings): string {
  const found = findings.keep ? sayWhyKept(findings) : sayWhatIsWanting(findings)
  return [found, sayDoubt(findings)].filter((part) => part !== '').join(' ')
}

/** Begins with the strongest point for the post: what its author does, needs, or at least means. */
function sayWhyKept(findings: Findings): string {
  const does = sayAct(findings) ?? sayNeed(findings)
  const who = does ?? 'What the post says as a whole comes near to the signal'
  const { named, touched, all } = sayPhrases(findings)
  if (named.length > 0) return `${who}, and the post names ${quote(named)}.`
  if (touched.length > 0) return `${who}, and the post uses words of ${quote(touched)}.`
  if (all.length === 0) return `${who}.`
  return does ? `${who}, and comes near to ${quote(all, 'or')} in other words.` : `${who}, in other words.`
}

function sayWhatIsWanting(findings: Findings): string {
  const act = sayAct(findings)
  const { named, touched, all } = sayPhrases(findings)
  const about = named.length > 0 ? `names ${quote(named)}` : `uses words of ${quote(touched)}`
  const isAbout = named.length + touched.length > 0
  if (act === undefined) {
    const lacking = 'The post does not plainly do what the signal asks for'
    if (isAbout) return `${lacking}, though it ${about}.`
    return all.length === 0 ? `${lacking}.` : `${lacking}, and does not use the words of ${quote(all, 'or')}.`
  }
  if (!isAbout && all.length > 0) return `${act}, but does not use the words of ${quote(all, 'or')}.`
  const far = 'as a whole it is not near enough to the signal'
  return isAbout ? `${act}, and the post ${about}, but ${far}.` : `${act}, but ${far}.`
}

function sayAct({ plan, speech }: Findings): string | undefined {
  const { probability, wording } = findAskedAct(plan, speech)
  if (probability >= SURE) return `The author ${wording}`
  return probability >= MAYBE ? `The author probably ${wording}` : undefined
}

function sayNeed({ speech }: Findings): string | undefined {
  const need = speech[NEED] ?? 0
  if (need >= SURE) return 'The author has a need of their own'
  return need >= MAYBE ? 'The author probably has a need of their own' : undefined
}

function sayPhrases({ plan, sentences }: Findings): Record<'named' | 'touched' | 'all', string[]> {
  const { named, touched, all } = readSubject(plan.plan, sentences)
  const first = (phrases: AskedPhrase[], max: number) => phrases.slice(0, max).map(({ phrase }) => phrase)
  return {
    named: first(named, PHRASES_NAMED_MAX),
    touched: first(touched, PHRASES_TOUCHED_MAX),
    all: first(all, PHRASES_NAMED_MAX),
  }
}

function sayDoubt(findings: Findings): string {
  const { plan, speech, language, excluded, avoided, failed } = findings
  if (excluded !== undefined) return `It mentions “${excluded}”, which you excluded.`
  if (avoided !== undefined) return `It comes near to “${avoided}”, which you are not interested in.`
  if (failed !== undefined) return `By the author’s own words it does not meet “${failed}”.`
  if (language === 'other')
    return 'It is not in English, which the built-in model reads poorly, so its score is lowered.'
  const other = findOtherAct(plan, speech)
  if (other.probability < SURE) return ''
  return sayAct(findings) === undefined ? `The author ${other.wording}.` : `The author also ${other.wording}.`
}

function quote(phrases: readonly string[], joined: 'and' | 'or' = 'and'): string {
  const items = phrases.map((phrase) => `“${phrase}”`)
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${joined} ${items.at(-1) ?? ''}`
}
