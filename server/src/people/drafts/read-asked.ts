import { ACT_WORDING, ACTS, type Act } from '@leadlight/domain/acts'
import type { StoredCondition } from '@leadlight/domain/conditions'
import { termWeight } from '@leadlight/engine/language/bm25'
import { wordStatistics } from '@leadlight/engine/language/word-statistics'
import { readTerms } from '@leadlight/engine/language/words'
import { planSignal, wordsOf } from '@leadlight/engine/plan/plan'
import { readNames } from '@leadlight/engine/plan/signal-names'
import { readTopic } from '@leadlight/engine/plan/topic'

const PHRASE_WORDS_MAX = 3
/** Telling of something done, not of a thing: `QuickBooks raised`. */
const DONE = /\s+\p{L}+ed$/u
const BEFORE_VERB = /(?:^|\s)(?:i|we|you|they|it|to|that|who|which|am|are|is|was|were|be|been)\s+$/iu
/** No name of a thing to talk about: numbers, links, code. */
const WORDS_ONLY = /^[\p{L}\p{N}][\p{L}\p{N}’'&+-]*(?: [\p{L}\p{N}][\p{L}\p{N}’'&+-]*)*$/u

/** What a signal found in a post. */
export interface FoundMatch {
  intentSignal: string
  reason: string
  conditions: readonly StoredCondition[]
}

/** What an answer has to speak of. */
export interface Asked {
  act: Act
  /** In the words of the signal if the post has them, else of the post; null if neither names a subject. */
  subject: string | null
  /** What else the post brings up that tells most; null where there is nothing. */
  point: string | null
}

interface AskedSource {
  text: string
  /** The sentences for the match, exact. */
  evidence: readonly string[]
  matches: readonly FoundMatch[]
}

/** Reads what a lead asks from what the judge found in it; where people made the match, from the signal's plan. Pure. */
export function readAsked({ text, evidence, matches }: AskedSource): Asked {
  const [best] = matches
  const conditions = matches.flatMap((match) => match.conditions).filter(({ state }) => state === 'met')
  const said = conditions.flatMap(({ at }) => (at !== null && text.includes(at.quote) ? [at.quote] : []))
  const wanted = best ? wordsOf(planSignal(best.intentSignal)) : undefined
  const own = phrasesOf(evidence.length + said.length > 0 ? [...evidence, ...said] : [text])
  const named = conditions.filter(({ kind }) => kind === 'topic').flatMap((topic) => topic.text.split(', '))
  const topic = [...named, ...(wanted?.topics.flat() ?? [])].find((phrase) => holds(text, phrase))
  // The post says more exactly which software.
  const subject = (topic && own.find((phrase) => holds(phrase, topic))) ?? topic ?? own[0] ?? null
  const limits = conditions.filter(({ kind }) => kind === 'limit').map((limit) => limit.text)
  return {
    act: (best && actIn(best)) ?? wanted?.acts[0] ?? 'other',
    subject,
    point: firstApart([...limits, ...own.filter((phrase) => phrase.includes(' '))], subject),
  }
}

/** The judge's reason says first what the author does most; the condition says what the signal wants most. */
function actIn({ reason, conditions }: FoundMatch): Act | undefined {
  const said = ACTS.map((act) => ({ act, at: reason.indexOf(ACT_WORDING[act]) })).filter(({ at }) => at >= 0)
  const [first] = said.toSorted((left, right) => left.at - right.at)
  return (
    first?.act ?? ACTS.find((act) => conditions.some(({ kind, text }) => kind === 'act' && text === ACT_WORDING[act]))
  )
}

/** What sentences speak of: those that ask first, and several words before single ones, which often say what is done. */
function phrasesOf(sentences: readonly string[]): string[] {
  const ordered = [...new Set(sentences)].toSorted((left, right) => Number(isAsked(right)) - Number(isAsked(left)))
  const phrases = [...new Set(ordered.flatMap((sentence) => phrasesIn(sentence)))]
  return [...phrases.filter((phrase) => phrase.includes(' ')), ...phrases.filter((phrase) => !phrase.includes(' '))]
}

function isAsked(sentence: string): boolean {
  return sentence.trimEnd().endsWith('?')
}

function phrasesIn(text: string): string[] {
  const names = readNames(text)
  return readTopic(text, (term) => termWeight(wordStatistics, term), names)
    .phrases.map((phrase) => withoutVerb(phrase, text).replace(DONE, ''))
    .filter((phrase) => WORDS_ONLY.test(phrase) && /\p{L}{3}/u.test(phrase))
    .filter((phrase) => phrase.split(' ').length <= PHRASE_WORDS_MAX)
    .map((phrase) => (names.some((name) => phrase.startsWith(name)) ? phrase : uncapped(phrase)))
}

/** After `you` or `to` stands what is done: of `how do you monitor cron jobs`, the jobs are the subject. */
function withoutVerb(phrase: string, text: string): string {
  const at = text.indexOf(phrase)
  return at > 0 && BEFORE_VERB.test(text.slice(0, at)) ? phrase.split(' ').slice(1).join(' ') : phrase
}

/** As within a sentence; what is all capitals stays. */
function uncapped(phrase: string): string {
  return phrase.replace(/^\p{Lu}(?=[\p{Ll}\s])/u, (letter) => letter.toLowerCase())
}

/** Whether the text has every word of the phrase. */
function holds(text: string, phrase: string): boolean {
  const terms = new Set(readTerms(text))
  const own = readTerms(phrase)
  return own.length > 0 && own.every((term) => terms.has(term))
}

/** The first that shares no word with the subject. */
function firstApart(phrases: readonly string[], subject: string | null): string | null {
  const taken = new Set(readTerms(subject ?? ''))
  return phrases.find((phrase) => !readTerms(phrase).some((term) => taken.has(term))) ?? null
}
