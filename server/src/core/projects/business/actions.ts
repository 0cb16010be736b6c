import type { Token } from './tagger.ts'

const BETWEEN =
  /^(?:also|now|still|just|simply|currently|mostly|only|both|proudly|specially|carefully|quietly|gently|safely|always)$/u
/** A verb that stands in a list of verbs may be of two words, as `pressure wash`. */
const WORDS_OF_A_VERB = 2
const VERBS_MAX = 5

/**
 * The words again, with verbs tagged as such where only verbs can stand: behind "we", "I" and the business's own name,
 * of which the first `named` words are. The tagger takes many a firm's verb for a noun, as in "Coldspan moves part-loads".
 */
export function withActions(tokens: readonly Token[], named: number): Token[] {
  const start = subjectEnd(tokens, named)
  if (start === undefined) return [...tokens]
  const own = tokens.map((token, at) => (at < named ? { ...token, pos: 'PROPN' } : token))
  const at = afterAdverbs(own, start)
  const isThird = named > 0
  if (!canBeVerb(own, at, isThird)) return [...tokens]
  const verbs = [at, ...othersInList(own, at, isThird)]
  const object = (verbs.at(-1) ?? at) + 1
  return own.map((token, index) => {
    if (verbs.includes(index)) return { ...token, pos: 'VERB' }
    // "we mend waterproofs": behind the verb stands a thing.
    return index === object && token.pos === 'VERB' && token.lower.endsWith('s') ? { ...token, pos: 'NOUN' } : token
  })
}

/** Where the verbs of a sentence end that begin at a token: behind `design`, behind `design, build and fit`. */
export function verbsAt(tokens: readonly Token[], start: number): { verbs: string[]; end: number } {
  const verbs: string[] = []
  let at = start
  while (verbs.length < VERBS_MAX) {
    const first = at
    while (tokens[at]?.pos === 'VERB' && at - first < WORDS_OF_A_VERB && (at === first || isLast(tokens, at))) at += 1
    if (at === first) break
    verbs.push(
      tokens
        .slice(first, at)
        .map(({ lower }) => lower)
        .join(' '),
    )
    const next = afterComma(tokens, at)
    if (next === at || tokens[next]?.pos !== 'VERB' || !goesOn(tokens, next)) break
    at = next
  }
  return { verbs, end: at }
}

/** The second word of a verb is followed by the next verb, not by the object. */
function isLast(tokens: readonly Token[], at: number): boolean {
  return tokens[at + 1]?.text === ',' || tokens[at + 1]?.pos === 'CCONJ'
}

/** What follows a comma or "and" is one more verb of the same form, not another clause. */
function goesOn(tokens: readonly Token[], at: number): boolean {
  return !/(?:ed|ing)$/u.test(tokens[at]?.lower ?? '')
}

function subjectEnd(tokens: readonly Token[], named: number): number | undefined {
  if (named > 0) return named
  return /^(?:we|i)$/u.test(tokens[0]?.lower ?? '') ? 1 : undefined
}

function afterAdverbs(tokens: readonly Token[], start: number): number {
  let at = start
  while (BETWEEN.test(tokens[at]?.lower ?? '')) at += 1
  return at
}

function canBeVerb(tokens: readonly Token[], at: number, isThird: boolean): boolean {
  const token = tokens[at]
  if (!token || !/^\p{Ll}[\p{L}-]+$/u.test(token.text) || !/^(?:NOUN|ADJ|VERB|PROPN)$/u.test(token.pos)) return false
  if (!isThird) return true
  // "Sourdough loaves baked": without an object it may be a noun.
  const next = tokens[at + 1]
  return (
    /[^s]s$/u.test(token.lower) && (next?.lower === 'to' || isObject(next) || othersInList(tokens, at, true).length > 0)
  )
}

function isObject(token: Token | undefined): boolean {
  return (
    token !== undefined &&
    (/^(?:NOUN|PROPN|ADJ|DET|NUM|PRON)$/u.test(token.pos) || (token.pos === 'VERB' && /(?:ed|s)$/u.test(token.lower)))
  )
}

/** `designs, cuts and raises frames`: where the other verbs stand, if the last is followed by an object. */
function othersInList(tokens: readonly Token[], first: number, isThird: boolean): number[] {
  const found: number[] = []
  let at = first + 1
  while (found.length < VERBS_MAX * WORDS_OF_A_VERB) {
    const next = afterComma(tokens, at)
    if (next === at) return []
    const isEnd = tokens[next - 1]?.pos === 'CCONJ'
    const token = tokens[next]
    if (!token || !isVerbForm(token, isThird)) return []
    found.push(next)
    at = next + 1
    // "looks after small schemes"
    if (isEnd)
      return isObject(tokens[/^(?:after|up|out|down|away)$/u.test(tokens[at]?.lower ?? '') ? at + 1 : at]) ? found : []
    if (afterComma(tokens, at) === at && isVerbForm(tokens[at], isThird)) found.push(at++)
  }
  return []
}

function isVerbForm(token: Token | undefined, isThird: boolean): boolean {
  if (!token || !/^(?:NOUN|ADJ|VERB)$/u.test(token.pos) || !/^\p{Ll}[\p{L}-]+$/u.test(token.text)) return false
  return token.lower.endsWith('s') === isThird || token.pos === 'VERB'
}

/** Behind a comma and "and"; the token itself if neither stands there. */
function afterComma(tokens: readonly Token[], start: number): number {
  const at = tokens[start]?.text === ',' ? start + 1 : start
  return /^(?:and|&|or)$/u.test(tokens[at]?.lower ?? '') ? at + 1 : at
}
