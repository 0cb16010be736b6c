import { fold, stem } from '../language/words.ts'
import { isGlue } from './glue-words.ts'
import { findNames } from './signal-names.ts'
import { readTokens, type Token } from './signal-tokens.ts'

const COORDINATION = /^(?:or|and|vs|versus)$/
const DESCRIBES = /^(?:after|self|full|part|long|short|high|low|hand|second|on|off|all|pre|multi|open|real)-/i
const RUN_WORDS_MAX = 4

/** A signal's subject: the phrases as written, most telling first, and the longest reading of them as one text. */
export interface Topic {
  phrases: string[]
  text: string
}

/** How telling a term is: the rarer in posts at large, the higher. */
export type TermWeight = (term: string) => number

/**
 * Finds the subject phrases of a signal. `accounting or bookkeeping software` gives both kinds of software; `names`
 * stay whole. Pure.
 */
export function readTopic(signal: string, weightOf: TermWeight, names: readonly string[] = []): Topic {
  const runs = readRuns(toUnits(signal, names))
  const phrases = unique(runs.flatMap((run) => expandRun(run))).filter((phrase) => phrase !== '')
  const weighted = phrases.map((phrase) => ({ phrase, weight: phraseWeight(phrase, weightOf) }))
  weighted.sort((left, right) => right.weight - left.weight)
  return { phrases: weighted.map(({ phrase }) => phrase), text: phrases.join(', ') }
}

/** A word, a mark or a whole name. */
interface Unit {
  text: string
  isName: boolean
  isWord: boolean
}

/** A run of subject words; `parts` are what a list joins: `logo, card or flyer`. */
type Run = Unit[][]

function toUnits(signal: string, names: readonly string[]): Unit[] {
  const spans = findNames(signal, names)
  const isInside = ({ start }: Token): boolean => spans.some((span) => start > span.start && start < span.end)
  return readTokens(signal)
    .filter((token) => !isInside(token))
    .map((token) => {
      const span = spans.find(({ start }) => start === token.start)
      const text = span ? signal.slice(span.start, span.end) : token.text
      return { text, isName: span !== undefined, isWord: token.isWord }
    })
}

function readRuns(units: readonly Unit[]): Run[] {
  const runs: Run[] = []
  let run: Run = []
  let part: Unit[] = []
  const closePart = (): void => {
    if (part.length > 0) run.push(part)
    part = []
  }
  const closeRun = (): void => {
    closePart()
    if (run.length > 0) runs.push(run)
    run = []
  }
  for (const unit of units) {
    const joins = unit.text === ',' || unit.text === '/' || COORDINATION.test(fold(unit.text))
    if (joins && !unit.isName) closePart()
    else if (unit.isName || (unit.isWord && !isGlue(unit.text))) part.push(unit)
    else closeRun()
  }
  closeRun()
  return runs
}

/**
 * In a list whose last part is longer, the shorter ones borrow its head: `cloud or virtual server provider`. A name
 * needs none, nor does a plural before another, `servers or virtual machines`, nor what stands before a describing word:
 * `tutor or after-school club`.
 */
function expandRun(run: Run): string[] {
  const last = run.at(-1) ?? []
  const head = last.length > 1 ? last.at(-1) : undefined
  return run.map((part, index) => {
    const [only] = part
    const borrows = head !== undefined && index < run.length - 1 && part.length === 1 && only?.isName === false
    const isComplete = (isPlural(only?.text) && isPlural(head?.text)) || DESCRIBES.test(last[0]?.text ?? '')
    return (borrows && !isComplete ? [...part, head] : part)
      .slice(-RUN_WORDS_MAX)
      .map(({ text }) => text)
      .join(' ')
  })
}

function isPlural(word = ''): boolean {
  return /[^su]s$/i.test(word)
}

function phraseWeight(phrase: string, weightOf: TermWeight): number {
  const terms = phrase.split(' ').map((word) => stem(fold(word)))
  const total = terms.reduce((sum, term) => sum + weightOf(term), 0)
  return total / Math.sqrt(terms.length)
}

function unique(phrases: readonly string[]): string[] {
  const seen = new Set<string>()
  return phrases.filter((phrase) => {
    const key = phrase.toLowerCase()
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
