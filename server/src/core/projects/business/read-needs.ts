import { enumerate, readList } from './noun-phrase.ts'
import { HELPS, letsOthers, qualifierEnd, takeHelped, takePeople } from './read-audience.ts'
import { readVerbPhrase } from './verb-phrase.ts'
import { namesPeople } from './word-kinds.ts'
import type { Sentence } from './read-sentences.ts'
import type { Token } from './tagger.ts'

/** `Parish clerks run their meetings on …`: what those do who have the business's product, told by its name. */
export function readDoings(sentences: readonly Sentence[], own: readonly string[]): { who: string; need: string }[] {
  return sentences.flatMap(({ tokens: tagged }) => {
    const list = readList(tagged, 0)
    const end = list.at(-1)?.end ?? 0
    // "firms plan loads": behind those who do it stands what they do.
    const tokens = tagged.map((token, at) => (at === end && token.pos === 'NOUN' ? { ...token, pos: 'VERB' } : token))
    const isName = (at: number) => own[0] !== undefined && tokens[at]?.lower === own[0]
    const isUse = /^(?:use|choose|trust)$/u.test(tokens[end]?.lower ?? '') && isName(end + 1)
    const to = tokens.findIndex(({ lower }, at) => at > end && lower === 'to')
    const by = isUse
      ? to
      : tokens.findIndex(({ lower }, at) => /^(?:on|with|in|through|using|via)$/u.test(lower) && isName(at + 1))
    const areAll =
      list.length > 0 && list.every(({ head, isPlural, isPossessed }) => namesPeople(head) && isPlural && !isPossessed)
    if (!areAll || by < end + 2 || tokens[end]?.pos !== 'VERB') return []
    const phrase = isUse ? readVerbPhrase(tokens, to + 1) : readVerbPhrase(tokens.slice(0, by), end)
    return phrase?.hasObject
      ? [{ who: enumerate(list.map(({ text }) => text).slice(0, 3), 'and'), need: phrase.text }]
      : []
  })
}

/** Further down a page tells how it is used. */
const ORDERS_WITHIN = 1
const CALL_TO_ACTION =
  /^(?:get|book|contact|call|ring|try|join|shop|order|buy|visit|read|see|discover|subscribe|download|choose|start|request|watch|meet|learn|ask|say|turn|let|keep|stop|sign|log|go|view|click|find|talk|speak|email|browse|check|add|pay|compress|switch|migrate|move|replace|save|win|loved|trusted|pause|cancel|grow|boost|unlock|look|explore|enjoy)$/u

/** What a product's page tells its reader to do with it: `Sign and send documents online`. */
export function readOrders(sentences: readonly Sentence[]): string[] {
  const found = sentences.slice(0, ORDERS_WITHIN).flatMap(({ tokens, source, isQuestion }) => {
    const first = tokens[0]
    if (
      isQuestion ||
      first?.pos !== 'VERB' ||
      CALL_TO_ACTION.test(first.lower) ||
      /(?:[^s]s|ing|ed)$/u.test(first.lower) ||
      source === 'paragraph' ||
      source === 'title'
    )
      return []
    const phrase = readVerbPhrase(tokens, 0)
    return phrase?.hasObject ? [phrase.text] : []
  })
  return [...new Set(found)]
}

/** What becomes possible, as the business says: `so startups can close deals faster`. */
export function readGains(sentences: readonly Sentence[]): string[] {
  return [
    ...new Set(
      sentences.flatMap(({ tokens }) =>
        tokens.flatMap(({ lower }, at) => (lower === 'so' ? afterSo(tokens, at + 1) : [])),
      ),
    ),
  ]
}

/** What those a business helps want to get done: `find suppliers in Europe`. */
export function readNeeds(sentences: readonly Sentence[]): string[] {
  const found = sentences.flatMap(({ tokens }) =>
    tokens.flatMap((token, at) => {
      const isHelp = HELPS.test(token.lower) && !/^(?:gives?|saves?)$/u.test(token.lower)
      if (isHelp && !letsOthers(tokens, at)) return afterWhom(tokens, at + 1)
      return []
    }),
  )
  return [...new Set(found)]
}

function afterWhom(tokens: readonly Token[], start: number): string[] {
  const people = takeHelped(tokens, readList(tokens, start))
  let at = people.at(-1)?.end ?? start
  if (people.length === 0) {
    if (!/^(?:you|them|people|everyone)$/u.test(tokens[start]?.lower ?? '')) return []
    at = start + 1
  }
  at = qualifierEnd(tokens, qualifierEnd(tokens, at))
  if (tokens[at]?.lower === 'to') at += 1
  const phrase = readVerbPhrase(tokens, at)
  return phrase ? [phrase.text] : []
}

function afterSo(tokens: readonly Token[], start: number): string[] {
  let at = tokens[start]?.lower === 'that' ? start + 1 : start
  const people = takePeople(readList(tokens, at))
  at = people.at(-1)?.end ?? (tokens[at]?.lower === 'you' ? at + 1 : -1)
  if (at < 0 || tokens[at]?.lower !== 'can') return []
  const phrase = readVerbPhrase(tokens, at + 1)
  return phrase ? [phrase.text] : []
}
