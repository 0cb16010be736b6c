import { findNames } from './signal-names.ts'

/** A signal taken apart: whom it is about and what they do, as written. */
export interface SignalParts {
  who: string
  rest: string
}

const TURN =
  /^(?:who|whose|that|using|uses?|with|without|in|at|under|behind|frustrated|unhappy|disappointed|angry|annoyed|overwhelmed|stranded|dissatisfied|confused|worried|curious|interested|stuck|tired|fed|unable|ready|willing|hit|ask|asks|asked|seek|seeks|need|needs|want|wants|report|reports|complain|complains|struggle|struggles|look|looks|lose|hate|dislike)$/
const NOUNS_IN_ING =
  /^(?:marketing|engineering|accounting|programming|bookkeeping|hosting|manufacturing|consulting|recruiting|building|wedding|clothing|training|gaming|nursing|trading|banking|housing|publishing|advertising|existing|growing|aspiring|working|learning|shipping|catering|cleaning|plumbing|roofing|painting|coding|writing|fundraising|purchasing|pricing|streaming|teaching|living|staffing|outgoing|parenting|machining|farming|fishing|cycling|running|landscaping|nothing|something|anything|everything|morning|evening|during)$/
const IN_PLACE = /^(?:in|at)$/
/** A signal that begins so is a question, and names nobody before it. */
const ASKS = /^(?:which|what|how|where|why|when|is|can|could|should|do|does|has|any)\b/i
const OF_NAME = /^(?:users?|customers?|members?),?$/i
/** Kept between telling words, for readability. */
const JOINS = /^(?:and|or|of)$/
const ARTICLE = /^(?:the|an?)$/
const GENERIC =
  /^(?:i|we|am|are|people|users?|anyone|someone|those|folks|persons?|individuals?|posts?|authors?|everyone|members?|others|the|a|an|any|some|or|and|of|new|their|potential|prospective|customers?)$/

const WHO_WORDS_MAX = 7
/** Each further member of a list of people may take as many words again. */
const WORDS_PER_MEMBER = 3

/**
 * Finds where the description of people ends and what they do begins; a word within one of `names` is no turn. Without
 * people, `who` is empty.
 */
export function splitSignal(signal: string, names: readonly string[] = []): SignalParts {
  const text = signal.trim()
  const spans = findNames(text, names)
  const words = [...text.matchAll(/\S+/g)]
  const isInName = (index: number): boolean => spans.some(({ start, end }) => start <= index && index < end)
  const turn = words.find(({ 0: word, index }) => {
    if (isInName(index)) return false
    // Where they are is part of who they are: `Founders in San Francisco`.
    if (IN_PLACE.test(word) && isInName(index + word.length + 1)) return false
    return isTurn(word.toLowerCase().replace(/[^a-z']/g, ''))
  })
  const before = text.slice(0, turn?.index).trim()
  const members = before.match(/,(?: and| or)?\s|\s(?:and|or)\s/g)?.length ?? 0
  const count = before.split(/\s+/).length
  if (turn === undefined || before === '' || ASKS.test(before) || count > WHO_WORDS_MAX + WORDS_PER_MEMBER * members) {
    return { who: '', rest: words.map(([word]) => word).join(' ') }
  }
  return {
    who: before
      .split(/\s+/)
      .join(' ')
      .replace(/[,;:]$/, ''),
    rest: text.slice(turn.index).split(/\s+/).join(' '),
  }
}

/**
 * The words of `who` that distinguish these people: `Small business owners` keeps all, `People` none. Names are kept
 * whole, with what is said of their users: `Notion users`.
 */
export function distinguishingWords(who: string, names: readonly string[] = []): string {
  const spans = findNames(who, names)
  const words = [...who.matchAll(/\S+/g)].map(({ 0: word, index }) => ({
    word,
    isNamed: spans.some(({ start, end }) => index < end && index + word.length > start),
  }))
  const isTelling = (at: number): boolean => {
    const { word = 'a', isNamed = false } = words[at] ?? {}
    const isOfName = words[at - 1]?.isNamed === true && OF_NAME.test(word)
    return isNamed || isOfName || !GENERIC.test(word.toLowerCase())
  }
  return words
    .filter(({ word }, at) => {
      const next = ARTICLE.test(words[at + 1]?.word ?? '') ? at + 2 : at + 1
      return isTelling(at) || (JOINS.test(word) && isTelling(at - 1) && isTelling(next))
    })
    .map(({ word }) => word)
    .join(' ')
}

/** The signal as its author would say it: `asking which host to use` becomes `Which host should I use?`. */
export function sayAsAuthor(parts: SignalParts, names: readonly string[] = []): string {
  const who = distinguishingWords(parts.who, names) === '' ? '' : `I am ${singular(parts.who, names)}. `
  const clauses = parts.rest
    .split(
      /,? (?:and|or) (?=(?:who |that )?(?:asks?|asking|need|want|looking|unhappy|fear|wonder|struggle|cannot)\b)|,? who (?=asks?\b|need|cannot|want)/,
    )
    .map((clause) => sayClause(clause.trim()))
  return who + clauses.join(' ')
}

const LEAD_IN =
  /^(?:who |that )?(?:ask(?:ing|s)?(?: for)?|looking for|seeking|searching for|reporting(?: that)?|offering|whose|with|who|that)\s+/i

/**
 * What a signal's people ask or say, without the asking: `which host to use`, `my site was hacked and who need help`.
 */
export function wishOf(parts: SignalParts): string {
  const wish = inFirstPerson(parts.rest.replace(LEAD_IN, ''))
  return wish === '' ? parts.rest : wish
}

const REWRITES: readonly [RegExp, string][] = [
  [/^(?:who |that )?ask(?:ing|s)? (which|what) (.+?) to (.+)$/, '$1 $2 should I $3?'],
  [/^(?:who |that )?ask(?:ing|s)? (?:how|where) to (.+)$/, 'how do I $1? Any advice on how to $1?'],
  [/^(?:who |that )?ask(?:ing|s)? whether they (can|should|could) (.+)$/, '$1 I $2?'],
  [/^(?:who |that )?(?:ask(?:ing|s)?|wonder(?:ing)?) whether to (.+)$/, 'should I $1?'],
  [/^(?:who |that )?ask(?:ing|s)? for help(.*)$/, 'please help me$1'],
  [/^(?:who |that )?ask(?:ing|s)? for (.+)$/, 'can anyone recommend $1?'],
  [/^(?:who |that )?ask(?:ing|s)? about (.+)$/, 'what should I know about $1?'],
  [/^(?:who |that )?ask(?:ing|s)? (.+)$/, '$1?'],
  [/^(?:who )?(?:are )?(looking|searching|hunting) (.+)$/, 'I am $1 $2'],
  [/^report(?:ing|s)? (?:that )?(.+)$/, '$1'],
  [/^whose (.+)$/, 'my $1'],
  [/^(?:who|that) are (.+)$/, 'I am $1'],
  [/^(?:who|that) (?:has|have) (.+)$/, 'I have $1'],
  [/^(?:who|that) (.+)$/, 'I $1'],
  [/^with (.+)$/, 'I have $1'],
  [
    /^(unhappy|frustrated|disappointed|angry|annoyed|overwhelmed|stranded|worried|confused|tired|stuck|fed up|behind|unable|curious) (.*)$/,
    'I am $1 $2',
  ],
  [/^(\w+ing) (.+)$/, 'I am $1 $2'],
]

function sayClause(clause: string): string {
  const lower = clause.charAt(0).toLowerCase() + clause.slice(1)
  const rule = REWRITES.find(([when]) => when.test(lower))
  const said = rule === undefined ? lower : lower.replace(rule[0], rule[1])
  const mine = inFirstPerson(said)
    .replace(/^(?:and )?(need|want|fear|cannot|lose|lost|hate|have|had)\b/, 'I $1')
    .replace(/\bI were\b/g, 'I was')
  const full = mine.charAt(0).toUpperCase() + mine.slice(1).replace(/\.\?$/, '?')
  return /[?.!]$/.test(full) ? full : `${full}.`
}

function inFirstPerson(text: string): string {
  return text
    .replace(/\b(?:their|its)\b/g, 'my')
    .replace(/\bthemselves\b/g, 'myself')
    .replace(/\bthey\b/g, 'I')
    .replace(/\bthem\b/g, 'me')
}

/** One of the people: `a parent or a teacher` of `Parents and teachers`. A name keeps its capital. */
function singular(who: string, names: readonly string[]): string {
  const isNamed = names.some((name) => who.startsWith(name)) || /^\S+\p{Lu}/u.test(who)
  const lower = isNamed ? who : who.charAt(0).toLowerCase() + who.slice(1)
  return lower
    .split(/,? (?:or|and) |, /)
    .filter((member) => distinguishingWords(member, names) !== '')
    .map((member) => oneOf(member))
    .join(' or ')
}

function oneOf(people: string): string {
  const ofThem = /^(.*[a-z])s( (?:of|from|in|at) .+)$/.exec(people)
  const one = ofThem
    ? `${ofThem[1] ?? ''}${ofThem[2] ?? ''}`
    : people
        .replace(/\bpeople$/, 'person')
        .replace(/(\w)ies$/, '$1y')
        .replace(/sses$/, 'ss')
        .replace(/([^s])s$/, '$1')
  return `${/^(?!user)[aeiou]/i.test(one) ? 'an' : 'a'} ${one}`
}

function isTurn(word: string): boolean {
  return TURN.test(word) || (word.length > 5 && word.endsWith('ing') && !NOUNS_IN_ING.test(word))
}
