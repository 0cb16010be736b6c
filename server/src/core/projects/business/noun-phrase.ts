import { isPeopleNoun, isPlural, isUncounted, kindOfHead, namesPeople } from './word-kinds.ts'
import type { Token } from './tagger.ts'

const WORDS_MAX = 7
const ITEMS_MAX = 6

export interface NounPhrase {
  /** Without article and praise: `appointment scheduling software`. */
  text: string
  /** The last word of the phrase itself, in small letters: `software`; of `powers of attorney` it is `powers`. */
  head: string
  isPlural: boolean
  /** Somebody's: `your patients`. Then it is seldom what is offered, or to whom. */
  isPossessed: boolean
  hasArticle: boolean
  /** Counted in so many words: `a subscription box`. */
  isOne: boolean
  /** Number of words without article and praise. */
  words: number
  start: number
  /** The first token after it. */
  end: number
}

const POSSESSIVE = /^(?:your|their|his|her|its|my)$/u
const PRAISE = new Set(
  'cheapest lowest fully plain recent latest current next-day same-day overnight other many more various several pioneering bite-size bite-sized best leading modern powerful simple simplest smart beautiful easy easiest easy-to-use fast fastest affordable trusted ultimate next-generation award-winning friendly friendliest family-run family-owned independent professional expert qualified experienced new brand-new premium quality high-quality top reliable better great perfect complete full-service one-stop all-in-one small-but-mighty innovative amazing proud unique honest transparent dedicated passionate established well-established local busy delicious very proper truly free specialist finest world-class cutting-edge state-of-the-art superb stylish genuine dependable results-driven boutique humble lovely proven good fresh-faced different long-established registered certified licensed calm quiet certified accredited insured multi-award-winning only number one'.split(
    ' ',
  ),
)
/** Before what is the only one of its place. */
export const SUPERLATIVE =
  /^(?:only|first|oldest|best|biggest|largest|smallest|newest|favou?rite|original|friendliest|leading|finest|premier|busiest)$/u
/** What only tells more of a noun: `software built for`, `cakes baked daily`. */
export const PAST =
  /(?:ing|ed|built|made|sold|run|known|grown|sewn|hand-sewn|written|taught|led|cut|kept|brought|drawn)$/u
/** Verbs in -ing that begin what follows a noun: `a clinic treating back pain`. */
export const PARTICIPLE =
  /^(?:treating|offering|providing|helping|serving|specialising|specializing|covering|including|making|running|using|selling|bringing|working|connecting|supporting|giving|creating|delivering|supplying|looking|based|going|doing|having|being|getting|starting|living|operating|taking|combining|letting|allowing|enabling|featuring|trying|wanting|needing|keeping|turning)$/u

/** The noun phrase that begins at a token; undefined if none does. */
export function readNounPhrase(tokens: readonly Token[], start: number): NounPhrase | undefined {
  const isOnlyOne = afterPlace(tokens, start) > start
  let at = afterCount(tokens, afterPlace(tokens, start))
  let isPossessed = false
  let hasArticle = isOnlyOne
  let isOne = isOnlyOne
  if (tokens[at]?.lower === 'no') return undefined
  while (tokens[at]?.pos === 'DET') {
    isPossessed ||= POSSESSIVE.test(tokens[at]?.lower ?? '')
    isOne ||= /^an?$/u.test(tokens[at]?.lower ?? '')
    hasArticle ||= /^(?:an?|the)$/u.test(tokens[at]?.lower ?? '')
    at += 1
  }
  const body: Token[] = []
  while (body.length < WORDS_MAX && takes(tokens, at, body)) body.push(tokens[at++] as Token)
  while (body.length > 0 && !canEnd(body)) {
    body.pop()
    at -= 1
  }
  const kept = withoutPraise(body)
  const head = kept.at(-1)
  if (!head) return undefined
  const own = {
    text: kept.map(({ text }) => text).join(' '),
    head: head.lower,
    isPlural: isPlural(head.lower) && (head.pos !== 'PROPN' || !/^\p{Lu}/u.test(head.text) || namesPeople(head.lower)),
    isPossessed,
    hasArticle,
    isOne,
    words: kept.length,
    start,
    end: at,
  }
  return withComplement(tokens, own)
}

/** `Naperville's only hotel`: where what is the only one begins. */
function afterPlace(tokens: readonly Token[], start: number): number {
  const isPlace = /^\p{Lu}[\p{L}-]+['’]s$/u.test(tokens[start]?.text ?? '')
  return isPlace && SUPERLATIVE.test(tokens[start + 1]?.lower ?? '') ? start + 2 : start
}

/** `three cottages`, `16 and 29 seat minibuses`: where what is counted begins. */
function afterCount(tokens: readonly Token[], start: number): number {
  let at = start
  while (tokens[at]?.pos === 'NUM') at += tokens[at + 1]?.lower === 'and' && tokens[at + 2]?.pos === 'NUM' ? 2 : 1
  const [unit, thing] = [tokens[at], tokens[at + 1]]
  if (at === start || !/^(?:NOUN|ADJ)$/u.test(unit?.pos ?? '') || !/^\p{Ll}/u.test(unit?.text ?? '')) return start
  const isUnit = /^\d/u.test(tokens[at - 1]?.text ?? '') && thing?.pos === 'NOUN' && !isPlural(unit?.lower ?? '')
  return isUnit ? at + 1 : at
}

function takes(tokens: readonly Token[], at: number, body: readonly Token[]): boolean {
  const token = tokens[at]
  if (!token || !/^[\p{L}\p{N}]/u.test(token.text)) return false
  const next = tokens[at + 1]
  if (endsWithPeople(body)) return false
  const isNominalNext = next !== undefined && /^(?:NOUN|PROPN|ADJ)$/u.test(next.pos)
  // "a clinic treating back pain", but "a note taking app".
  if (token.lower === 'based') return body.length === 1 && (next?.pos === 'NOUN' || next?.pos === 'ADJ')
  if (PARTICIPLE.test(token.lower)) return isPartOfName(tokens, at, body)
  // "residential and dementia care": what tells of one thing may be joined.
  if (/^(?:and|&)$/u.test(token.lower))
    return body.length === 1 && body[0]?.pos === 'ADJ' && (next?.pos === 'NOUN' || next?.pos === 'ADJ')
  if (token.pos === 'NOUN' || token.pos === 'PROPN' || token.pos === 'ADJ') return true
  // "11 Plus tuition", "SOC 2 compliance"
  if (token.pos === 'NUM')
    return body.at(-1)?.pos === 'PROPN' || (body.length === 0 && /^\p{Lu}\p{Ll}/u.test(next?.text ?? ''))
  if (token.lower === 'back' && next?.pos === 'NOUN') return true
  if (token.pos === 'ADV') return next?.pos === 'ADJ' || (next?.pos === 'VERB' && next.lower.endsWith('ed'))
  if (token.pos !== 'VERB') return false
  // Behind an article and a noun, what looks like a verb is one more noun: "a long career break".
  if (isNounAfter(tokens, at, body) || isNounBefore(tokens, at, body)) return true
  if (/(?:ed|zen|ven|ten|den|ken)$/u.test(token.lower)) return isNominalNext && (body.length > 0 || next?.pos !== 'DET')
  if (!token.lower.endsWith('ing')) return false
  // "dogs recovering from surgery", "a psychiatrist seeing adults": what they do.
  const last = body.at(-1)?.lower ?? ''
  if (isPlural(last) || (kindOfHead(last) === 'provider' && !isCarrier(next?.lower ?? ''))) return false
  return body.length > 0 || next?.pos !== 'DET'
}

/** `a note taking app`, `a running coach`. */
function isPartOfName(tokens: readonly Token[], at: number, body: readonly Token[]): boolean {
  const next = tokens[at + 1]
  if (next?.pos !== 'NOUN') return false
  if (body.length === 0)
    return isCarrier(next.lower) || isCarrier(tokens[at + 2]?.lower ?? '') || tokens[at - 1]?.pos === 'DET'
  return (
    isCarrier(next.lower) &&
    !/^(?:offer|provid|help|serv|speciali[sz]|supply|sell|cover|includ)ing$/u.test(tokens[at]?.lower ?? '')
  )
}

function isNounAfter(tokens: readonly Token[], at: number, body: readonly Token[]): boolean {
  const before = tokens[at - body.length - 1]
  const next = tokens[at + 1]
  const goesOn = next !== undefined && /^(?:DET|PRON|NOUN|PROPN|ADJ|PART)$/u.test(next.pos)
  return body.length > 0 && before?.pos === 'DET' && !goesOn && !/(?:ing|ed|s)$/u.test(tokens[at]?.lower ?? '')
}

/** After "is", "for" or "the" no verb can begin: "is network monitoring software". */
function isNounBefore(tokens: readonly Token[], at: number, body: readonly Token[]): boolean {
  const before = tokens[at - 1]
  const next = tokens[at + 1]
  const isJoined = before?.pos === 'CCONJ' && isCarrier(next?.lower ?? '')
  const isOpen =
    isJoined || /^(?:is|are|am)$/u.test(before?.lower ?? '') || before?.pos === 'DET' || before?.pos === 'ADP'
  const isNominalNext = next?.pos === 'NOUN' || (next?.pos === 'VERB' && next.lower.endsWith('ing'))
  return (
    body.length === 0 &&
    isOpen &&
    before?.lower !== 'to' &&
    isNominalNext &&
    !/(?:ing|ed|s)$/u.test(tokens[at]?.lower ?? '')
  )
}

/** "hotels plan shifts": after people in the plural begins what they do. */
function endsWithPeople(body: readonly Token[]): boolean {
  const last = body.at(-1)?.lower ?? ''
  return isPlural(last) && isPeopleNoun(last) && !/^(?:women|men|kids|children|people|users|teams)$/u.test(last)
}

function canEnd(body: readonly Token[]): boolean {
  const last = body.at(-1)
  if (!last) return false
  if (last.pos === 'VERB' && body.length > 1 && !/(?:ing|ed|s)$/u.test(last.lower)) return true
  if (last.pos === 'NOUN' || last.pos === 'PROPN' || last.pos === 'NUM') return true
  return last.lower.endsWith('ing') && last.lower.length > 5
}

function withoutPraise(body: readonly Token[]): Token[] {
  // "UK based virtual assistants"
  let from = body[1]?.lower === 'based' ? 2 : 0
  while (from < body.length - 1 && isPraise(body[from]?.lower ?? '')) from += 1
  return body.slice(from)
}

function isPraise(word: string): boolean {
  return (
    PRAISE.has(word) ||
    /^(?:\d+|two|three|four|five|six)-/u.test(word) ||
    /-(?:accredited|certified|approved|registered|qualified|trained|rated|led)$/u.test(word)
  )
}

/** `powers of attorney`: takes in what follows "of", if that is a plain noun. */
function withComplement(tokens: readonly Token[], own: NounPhrase): NounPhrase {
  if (tokens[own.end]?.lower !== 'of') return own
  const after = readNounPhrase(tokens, own.end + 1)
  const next = after && tokens[after.end]?.pos
  const isTheirs = own.text === 'track'
  if (!after || (after.isPossessed && !isTheirs) || own.words + after.words > 5 || next === 'NOUN') return own
  if (next === 'CCONJ' && kindOfHead(own.head) !== 'provider') return own
  const between = tokens[own.end + 1]?.pos === 'DET' ? ` ${tokens[own.end + 1]?.lower}` : ''
  const head = own.words === 1 && /^(?:end|kinds?|types?|pieces?|sets?)$/u.test(own.head) ? after.head : own.head
  return {
    ...own,
    head,
    text: `${own.text} of${between} ${after.text}`,
    words: own.words + after.words + 1,
    end: after.end,
  }
}

/** Noun phrases joined by commas, "and" and "or", in order; empty if none begins here. */
export function readList(tokens: readonly Token[], start: number): NounPhrase[] {
  const items: NounPhrase[] = []
  let at = start
  while (items.length < ITEMS_MAX) {
    const item = readNounPhrase(tokens, at)
    if (!item) break
    items.push(item)
    let next = item.end
    if (tokens[next]?.text === ',') next += 1
    if (tokens[next]?.pos === 'CCONJ' && /^(?:and|or|&)$/u.test(tokens[next]?.lower ?? '')) next += 1
    if (next === item.end) break
    at = next
  }
  return joined(tokens, withoutTail(tokens, items))
}

/** A comma may end the list: what follows it is then a clause, which has a verb of its own. */
function withoutTail(tokens: readonly Token[], items: readonly NounPhrase[]): NounPhrase[] {
  const last = items.at(-1)
  const next = last && tokens[last.end]
  const isLoose = last !== undefined && tokens[last.start - 1]?.text === ','
  const isClause = isLoose && next && (next.pos === 'AUX' || next.pos === 'VERB') && !PAST.test(next.lower)
  return isClause && items.length > 1 ? items.slice(0, -1) : [...items]
}

/** `quoting and invoicing software` is one thing; `copywriting and content strategy` are two. */
function joined(tokens: readonly Token[], items: readonly NounPhrase[]): NounPhrase[] {
  const [first, last] = [items[0], items.at(-1)]
  if (!first || !last || items.length < 2 || items.length > 5) return [...items]
  const isNamed = isCarrier(last.head) || isPeopleNoun(last.head)
  const isJoined = tokens[last.start - 1]?.pos === 'CCONJ'
  const isCarried = last.words >= 2 && !last.hasArticle && !last.isPossessed && (isNamed || (isJoined && isWhole(last)))
  const isBare = items
    .slice(0, -1)
    .every(
      ({ words, head, isPlural: many, isOne }) =>
        words <= 2 && !many && !isCarrier(head) && (isNamed || (!isOne && kindOfHead(head) === undefined)),
    )
  if (!isCarried || !isBare) return [...items]
  const text = tokens
    .slice(last.start - (last.start - first.end), last.end)
    .map(({ text: word }) => word)
    .join(' ')
  const whole = `${first.text} ${text}`.replaceAll(' ,', ',').replaceAll(' & ', ' and ')
  return [
    {
      ...last,
      text: whole,
      words: items.reduce((sum, { words }) => sum + words, 0),
      start: first.start,
      hasArticle: first.hasArticle,
      isPossessed: first.isPossessed,
    },
  ]
}

/** Something that is plainly a thing, so that a word before it belongs to it: `engagement and wedding rings`. */
function isWhole({ head, isPlural: many }: NounPhrase): boolean {
  return many || kindOfHead(head) !== undefined
}

/** A word that carries those before it: alone it says too little. */
function isCarrier(head: string): boolean {
  const kind = kindOfHead(head)
  return (
    kind === 'software' ||
    kind === 'provider' ||
    kind === 'venue' ||
    kind === 'course' ||
    /^(?:services?|compliance|insurance|holidays?|tours?|trips?|supplies|equipment)$/u.test(head)
  )
}

/** With the article it needs inside a sentence: `a bakery`, `software`, `courses`. */
export function withArticle(phrase: Pick<NounPhrase, 'text' | 'head' | 'isPlural' | 'isOne'>): string {
  const kind = kindOfHead(phrase.head)
  const isCounted = phrase.isOne || kind === 'software' || kind === 'provider' || kind === 'venue' || kind === 'plan'
  if (phrase.isPlural || !isCounted || (isUncounted(phrase.head) && !phrase.isOne)) return phrase.text
  return `${articleFor(phrase.text)} ${phrase.text}`
}

function articleFor(text: string): string {
  if (/^(?:hour|honest|heir)/iu.test(text)) return 'an'
  if (/^(?:one|once|uni(?!m|n)|use|usu|eu|uk\b|u[ks]\b)/iu.test(text)) return 'a'
  if (/^[A-Z]{2,}/u.test(text)) return /^[AEFHILMNORSX]/u.test(text) ? 'an' : 'a'
  return /^[aeiou]/iu.test(text) ? 'an' : 'a'
}

/** `a, b and c`, or with "or". */
export function enumerate(items: readonly string[], word: 'and' | 'or'): string {
  if (items.length < 2) return items.join('')
  return `${items.slice(0, -1).join(', ')} ${word} ${items.at(-1) ?? ''}`
}
