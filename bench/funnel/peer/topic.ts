import { fold, isStopTerm, stem } from '@leadlight/engine/language/words'

/** Words by which signals describe people, asking and feeling, whatever the subject. They name no topic. */
const GLUE = new Set(
  (
    'people user users anyone someone folks person persons individual individuals post posts author authors customer everyone member ask asks asking asked seek seeks seeking look looks looking search searching find finding want wants wanting need needs needing request requests requesting ' +
    'use using used choose choosing pick picking try trying help advice recommend recommends recommendation recommendations suggestion suggestions alternative alternatives option options tip tips guidance opinion opinions feedback best better good great right new kind type ' +
    'frustrated unhappy disappointed angry annoyed overwhelmed dissatisfied confused worried curious interested stuck tired fed unable ready willing struggle struggles struggling dislike hate complain complains complaining report reports reporting wonder wonders wondering consider considering think thinking thought plan planning ' +
    'switch switching move moving leave leaving offer offering hire hires hiring discuss discussing talk talking mention mentioning share sharing compare comparing announce announcing evaluate evaluating fear fearing who whom whose cannot suit suits handle reach upcoming something anything able back off'
  ).split(' '),
)
const COORDINATION = /^(?:or|and)$/
const RUN_WORDS_MAX = 4
const TOKEN = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'\u2019.+#-]*|[,;:()?!/]/gu

/** A signal's subject: the phrases as written, most telling first, and the longest reading of them as one text. */
export interface Topic {
  phrases: string[]
  text: string
}

/** How telling a term is: the rarer in posts at large, the higher. */
export type TermWeight = (term: string) => number

/** Finds the subject phrases of a signal; `accounting or bookkeeping software` gives both kinds of software. Pure. */
export function readTopic(signal: string, weightOf: TermWeight): Topic {
  const runs = readRuns(signal)
  const phrases = unique(runs.flatMap((run) => expandRun(run))).filter((phrase) => phrase !== '')
  const weighted = phrases.map((phrase) => ({ phrase, weight: phraseWeight(phrase, weightOf) }))
  weighted.sort((left, right) => right.weight - left.weight)
  return { phrases: weighted.map(({ phrase }) => phrase), text: phrases.join(', ') }
}

/** A run of subject words; `parts` are what a list joins: `logo, card or flyer`. */
type Run = string[][]

function readRuns(signal: string): Run[] {
  const runs: Run[] = []
  let run: Run = []
  let part: string[] = []
  const closePart = (): void => {
    if (part.length > 0) run.push(part)
    part = []
  }
  const closeRun = (): void => {
    closePart()
    if (run.length > 0) runs.push(run)
    run = []
  }
  for (const [token] of signal.matchAll(TOKEN)) {
    const lower = fold(token)
    if (isSubject(token)) part.push(token.replace(/[.'-]+$/, ''))
    else if (token === ',' || token === '/' || COORDINATION.test(lower)) closePart()
    else closeRun()
  }
  closeRun()
  return runs
}

function isSubject(token: string): boolean {
  const lower = fold(token)
  if (!/[\p{L}\p{N}]/u.test(token)) return false
  return !GLUE.has(lower) && !isStopTerm(stem(lower)) && !isStopTerm(lower)
}

/** In a list whose last part is longer, the shorter ones borrow its head: `cloud or virtual server provider`. */
function expandRun(run: Run): string[] {
  const last = run.at(-1) ?? []
  const head = last.length > 1 ? last.at(-1) : undefined
  return run.map((part, index) => {
    const borrows = head !== undefined && index < run.length - 1 && part.length === 1
    return (borrows ? [...part, head] : part).slice(-RUN_WORDS_MAX).join(' ')
  })
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
