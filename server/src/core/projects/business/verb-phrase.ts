import { verbsAt } from './actions.ts'
import { enumerate, readList, type NounPhrase } from './noun-phrase.ts'
import { isPeopleNoun, kindOfHead, namesPeople } from './word-kinds.ts'
import type { Token } from './tagger.ts'

const TOKENS_MAX = 18
const PARTICLE = /^(?:up|out|off|down|back|after|away|together)$/u
const OPENS_PHRASE =
  /^(?:in|on|at|to|into|from|with|without|for|of|by|after|before|across|through|between|during|under|over|about|within|around|as)$/u
const TAIL =
  /^(?:faster|better|online|abroad|together|again|safely|quickly|properly|confidently|more|less|independently|locally|sooner|smarter|well)$/u
const OURS = /^(?:we|our|us|i|my|me|ours|i'm|we're)$/u
/** Verbs of slogans, and verbs that say nothing without what stands around them. */
const EMPTY = new Set(
  'be do have go come say want need like love feel thrive succeed unlock empower transform elevate unleash supercharge reimagine achieve enjoy fight strive aim care hope exist believe experience discover explore believe know live focus take put leave meet look make think keep'.split(
    ' ',
  ),
)
const TASTELESS =
  /\b(?:potential|growth|success|goals?|dreams?|journey|future|best|innovation|possibilit(?:y|ies)|difference|excellence|results|things?|life|lives|world|everything|anything|this|these|it|them|that|business(?:es)?|brand|company|team|more|way)$/iu

export interface VerbPhrase {
  /** In the base form, of third persons: `find suppliers in Europe`, `get their books in order`. */
  text: string
  end: number
  hasObject: boolean
}

/**
 * The verb phrase that begins at a token: a verb, its object, and what follows with a preposition. Undefined where it
 * cannot be read to a clean end.
 */
export function readVerbPhrase(
  tokens: readonly Token[],
  start: number,
  toVerb: (verb: string) => string = (verb) => verb,
): VerbPhrase | undefined {
  const verb = tokens[start]
  if (!verb || !/^\p{Ll}[\p{L}-]+$/u.test(verb.text) || !/^(?:VERB|NOUN|ADJ)$/u.test(verb.pos)) return undefined
  // "design and install": the verbs share the object.
  const listed = verbsAt(tokens, start)
  const base = toVerb(verb.lower)
  const verbs = listed.verbs.length > 1 ? listed.verbs.map(toVerb) : [base]
  let at = listed.verbs.length > 1 ? listed.end : start + 1
  if (verbs.length === 1 && tokens[at]?.lower === 'and' && isVerbAfterAnd(tokens[at + 1])) {
    verbs.push(toVerb(tokens[at + 1]?.lower ?? ''))
    at += 2
  }
  const afterVerb = at
  if (PARTICLE.test(tokens[at]?.lower ?? '')) at += 1
  const object = readClosed(tokens, at)
  at = object.at(-1)?.end ?? at
  const hasObject = object.length > 0
  at = readPhrases(tokens, at, start + TOKENS_MAX)
  if (TAIL.test(tokens[at]?.lower ?? '')) at += 1
  // "sofas, armchairs and the window seat your builder promised": the first is read to its end.
  const first = object[0]
  if (object.length > 1 && first && !isCleanEnd(tokens, at) && tokens[first.end]?.text === ',') at = first.end
  if (at === afterVerb || at - start > TOKENS_MAX || !isCleanEnd(tokens, at)) return undefined
  if (EMPTY.has(base) && !(hasObject && /^(?:leave|meet|take|put|keep)$/u.test(base))) return undefined
  const words = tokens.slice(afterVerb, at)
  if (words.some(({ lower }) => OURS.test(lower))) return undefined
  const text = `${enumerate(verbs, 'and')} ${words.map(ofOthers).join(' ')}`
    .replaceAll(' ,', ',')
    .replaceAll(' & ', ' and ')
  return TASTELESS.test(text) ? undefined : { text, end: at, hasObject }
}

/** A list only as far as it is closed by "and", as else what follows a comma may be the next verb or clause. */
function readClosed(tokens: readonly Token[], at: number): NounPhrase[] {
  const list = readList(tokens, at)
  const closed = list.findLastIndex(({ start }) => tokens[start - 1]?.pos === 'CCONJ')
  // "sell the house and move": a bare word after a thing with its article is the next verb.
  const last = list[closed]
  const isBare = last && list[0]?.hasArticle === true && last.words === 1 && !last.hasArticle
  const isVerb = isBare && (!last.isPlural || /^(?:PRON|DET)$/u.test(tokens[last.end]?.pos ?? ''))
  return list.slice(0, Math.max(1, closed + (isVerb ? 0 : 1)))
}

/** Whether a word goes on a list of verbs: one, or a noun that is also what firms do, as in "install and service". */
export function isVerbAfterAnd(token: Token | undefined): boolean {
  if (!token || token.lower.endsWith('ing')) return false
  return (
    token.pos === 'VERB' ||
    /^(?:services?|repairs?|maintains?|designs?|tests?|cleans?|paints?|restores?|fits?|ships?|stores?|prints?|finish|finishes|supply|supplies)$/u.test(
      token.lower,
    )
  )
}

/** Takes what follows with a preposition, as far as the limit. */
function readPhrases(tokens: readonly Token[], start: number, limit: number): number {
  let at = start
  for (let phrases = 0; phrases < 2 && OPENS_PHRASE.test(tokens[at]?.lower ?? ''); phrases += 1) {
    const list = readClosed(tokens, at + 1)
    const end = list.at(-1)?.end
    if (/^(?:mon|tues|wednes|thurs|fri|satur|sun)days?$/u.test(list[0]?.head ?? '')) return at
    // For whom it is done is said elsewhere.
    if (/^(?:for|with|to|from)$/u.test(tokens[at]?.lower ?? '') && list.some(({ head }) => isSomebody(head))) return at
    // "in my workshop": where the business does it.
    if (tokens.slice(at, end).some(({ lower }) => OURS.test(lower))) return at
    // A verb after it shows that the phrase is a clause: "before the week starts".
    if (end === undefined || end > limit || isFinite(tokens[end])) return at
    at = end
  }
  return at
}

/** People and firms, but not `festivals`, which are also occasions. */
function isSomebody(head: string): boolean {
  return isPeopleNoun(head) || (namesPeople(head) && kindOfHead(head) !== 'venue')
}

function isFinite(token: Token | undefined): boolean {
  return token !== undefined && (token.pos === 'AUX' || (token.pos === 'VERB' && !/(?:ing|ed)$/u.test(token.lower)))
}

function isCleanEnd(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at]
  return (
    next === undefined ||
    /^[.,;:!?)(]/u.test(next.text) ||
    /^(?:free|daily|weekly|overnight)$/u.test(next.lower) ||
    next.pos === 'CCONJ' ||
    next.pos === 'SCONJ' ||
    next.pos === 'ADV' ||
    (next.pos === 'ADP' && next.lower !== 'of')
  )
}

function ofOthers({ text, lower }: Token): string {
  if (lower === 'your') return 'their'
  if (lower === 'you' || lower === 'yourself') return 'them'
  return text
}

/** `automates` as `automate`, `fixes` as `fix`, `carries` as `carry`. */
export function baseOf(verb: string): string {
  if (/[^aeiou]ies$/u.test(verb)) return `${verb.slice(0, -3)}y`
  if (/(?:ss|sh|ch|x|zz)es$/u.test(verb)) return verb.slice(0, -2)
  return /[^s]s$/u.test(verb) ? verb.slice(0, -1) : verb
}
