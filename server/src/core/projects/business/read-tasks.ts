import { verbsAt } from './actions.ts'
import { readList, type NounPhrase } from './noun-phrase.ts'
import { NO_OFFER, TREATS } from './offer-words.ts'
import { baseOf, readVerbPhrase } from './verb-phrase.ts'
import { isBusinessHouse, isPeopleNoun, isUncounted, namesPeople } from './word-kinds.ts'
import type { Token } from './tagger.ts'

/** What is said elsewhere or says nothing: offers, what happens at a counter, how a firm feels. */
const NO_TASK =
  /^(?:helps?|lets?|allows?|enables?|offers?|provides?|is|are|makes?|gives?|works?|runs?|teach(?:es)?|do|does|have|has|places?|matches|introduces?|handles?|treats?|covers?|sells?|stocks?|include|includes|answers?|reply|replies|come|comes|respond|accept|accepts|open|close|ring|speak|charge|ask|asks|like|likes|love|loves|try|think|know|want|need|started|see|sees|meet|meets|go|goes|sits?|joins?|export|exports|v|cost|costs|supports?|serves?|believes?|gets?|takes?|shows?|reminds?|alerts?|warns?|emails?|finds? out|tells?|says?|sends?|calls?|hires?|pays?|owns?|uses?|employs?|buys?|rents?|lets|leases?)$/u

/** The verbs of a sentence, joined by commas: each with its object. */
export function tasksAt(tokens: readonly Token[], start: number): string[] {
  const tasks: string[] = []
  let at = start
  while (tasks.length < 3) {
    const isListed = verbsAt(tokens, at).verbs.length > 1 || tokens[at + 1]?.lower === 'track'
    if (NO_TASK.test(tokens[at]?.lower ?? '') && !isListed) break
    const goesOn = at === start || isSameForm(tokens[start], tokens[at])
    const phrase = goesOn ? readVerbPhrase(tokens, at, baseOf) : undefined
    if (!phrase?.hasObject || /\b(?:lots?|bit|few) of\b|^\p{L}+ the \p{L}+$/u.test(phrase.text)) break
    if (!isForSomebody(tokens, at)) tasks.push(withoutPlace(phrase.text))
    at = phrase.end
    if (tokens[at]?.text === ',') at += 1
    if (tokens[at]?.lower === 'and') at += 1
    if (at === phrase.end) break
  }
  return tasks
}

/** Where it is done is said of who asks. */
function withoutPlace(task: string): string {
  return task.replace(/ (?:in|at|from|across|throughout|on) (?:the )?\p{Lu}.*$/u, '')
}

/** Verbs of one list are in one form: "finds …, collects …". */
function isSameForm(first: Token | undefined, other: Token | undefined): boolean {
  if (!first || other?.pos !== 'VERB' || /(?:ed|en|ing)$/u.test(other.lower)) return false
  return first.lower.endsWith('s') === other.lower.endsWith('s')
}

/** `advise family businesses`: whom it works for, not what they want done. `find tenants` is. */
function isForSomebody(tokens: readonly Token[], at: number): boolean {
  const object = readList(tokens, at + 1)[0]
  const [verb, head] = [tokens[at]?.lower ?? '', object?.head ?? '']
  if (!namesPeople(head)) return false
  if (/^(?:advise|defend|protect|represent|support|coach|train|serve|guide|assist|visit|join|connect)s?$/u.test(verb))
    return true
  return !isBusinessHouse(head) && !/^(?:find|recruit|source|catch|remove|vet)s?$/u.test(verb)
}

/** `treating back pain`, `we help families through divorce`: where the subject begins. */
function topicStart(tokens: readonly Token[], at: number): number | undefined {
  const word = tokens[at]?.lower ?? ''
  if (TREATS.test(word)) return at + 1
  if (
    !/^(?:help(?:s|ing)?|advis(?:es?|ing)|represent(?:s|ing)?|support(?:s|ing)?|gets?|guides?|walks?|steers?)$/u.test(
      word,
    )
  )
    return undefined
  if (tokens[at + 1]?.lower === 'with') return at + 2
  const end = readList(tokens, at + 1).at(-1)?.end ?? (tokens[at + 1]?.pos === 'PRON' ? at + 2 : at + 1)
  return /^(?:with|through|on)$/u.test(tokens[end]?.lower ?? '') ? end + 1 : undefined
}

/** What a business says that it is asked about: `spouse visas`. */
export function topicsOf(tokens: readonly Token[]): NounPhrase[] {
  return tokens.flatMap((_token, at) => {
    const start = topicStart(tokens, at)
    if (start === undefined) return []
    const list = readList(tokens, start)
    return list.filter(
      ({ head, text, isPlural, words, hasArticle }) =>
        !hasArticle &&
        (isPlural || words > 1 || list.length > 1 || isUncounted(head)) &&
        !isPeopleNoun(head) &&
        !NO_OFFER.test(head) &&
        !/^\p{Lu}[\p{Ll}]+$/u.test(text) &&
        !/(?:months|weeks|hours|days|years|minutes)$/u.test(head),
    )
  })
}
