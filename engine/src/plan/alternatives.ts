import type { Span } from '../language/sentences.ts'
import { fold } from '../language/words.ts'
import { isGlue } from './glue-words.ts'
import { readTokens, type Token } from './signal-tokens.ts'

/** `and/or`, `whether or not`, `ten or more` list nothing. */
const LISTS_NOTHING = /^(?:not|more|less|fewer|so|two)$/
/** What may stand before an alternative, and says nothing of it. */
const BEFORE = /^(?:an?|the|their|my|your|its|other|another|any|some)$/
/** Where clauses begin, when whole clauses are the alternatives: `who lost data or fear losing it`. */
const OPENS = /^(?:who|whose|that|which|and|asks?|asking|looking|with|[,;:.?!()])$/
const ITEM_WORDS_MAX = 12

/**
 * The alternatives that a signal lists, list by list and each as written: `host`, `server` and `domain` of `to move to
 * another host, server or domain`. One of a list is enough for a match. Pure.
 */
export function readAlternatives(signal: string): string[][] {
  const tokens = readTokens(signal)
  const lists: string[][] = []
  let taken = 0
  tokens.forEach((_, at) => {
    if (at < taken || !isOr(tokens, at)) return
    const items = readList(tokens, at, taken)
    const isList = items.length > 1 && items.every(({ from, to }) => tokens.slice(from, to).some(isTelling))
    if (!isList) return
    lists.push(items.map(({ from, to }) => signal.slice(tokens[from]?.start, tokens[to - 1]?.end)))
    taken = items.at(-1)?.to ?? taken
  })
  return lists
}

/**
 * Where the alternatives stand in a wording of the signal, list by list and in their order. A list of which fewer than
 * two are found there is left out.
 */
export function findAlternatives(lists: readonly (readonly string[])[], text: string): Span[][] {
  // Lists stand one after another, so that two with the same items are not found at the same place.
  let after = 0
  return lists
    .map((items) =>
      items.flatMap((item) => {
        const found = asWritten(item, after).exec(text)
        if (!found) return []
        after = found.index + found[0].length
        return [{ start: found.index, end: after }]
      }),
    )
    .filter((spans) => spans.length > 1)
}

/**
 * Finds the item as whole words from `after` on, whatever its capitals. By a pattern, since letters may change their number
 * when they are folded.
 */
function asWritten(item: string, after: number): RegExp {
  const escaped = item.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'giu')
  pattern.lastIndex = after
  return pattern
}

/** The wording with one alternative in place of each whole list in turn; none without a list. */
export function sayOneByOne(lists: readonly (readonly string[])[], text: string): string[] {
  return findAlternatives(lists, text).flatMap((spans) => {
    const before = text.slice(0, spans[0]?.start)
    const after = text.slice(spans.at(-1)?.end)
    return spans.map(({ start, end }) => before + text.slice(start, end) + after)
  })
}

interface Item {
  from: number
  to: number
}

/** The items around the `or` at `at`, of the tokens after the first `taken` ones. */
function readList(tokens: readonly Token[], at: number, taken: number): Item[] {
  const isComma = (index: number): boolean => tokens[index]?.text === ','
  const left = isComma(at - 1) ? at - 1 : at
  const isClause = !isTelling(tokens[left - 1]) || !isTelling(tokens[isBefore(tokens[at + 1]) ? at + 2 : at + 1])
  const ends = isClause ? opens : (token: Token | undefined) => !isTelling(token) && !isBefore(token)
  const items: Item[] = []
  for (let to = left; to > taken;) {
    let from = to
    while (from > taken && to - from < ITEM_WORDS_MAX && !ends(tokens[from - 1])) from--
    if (from < to) items.unshift({ from, to })
    if (from === to || isClause || !isComma(from - 1)) break
    to = from - 1
  }
  for (let or = at; isOr(tokens, or);) {
    let to = or + 1
    while (to < tokens.length && to - or <= ITEM_WORDS_MAX && !ends(tokens[to]) && !isOr(tokens, to)) to++
    if (to === or + 1) break
    items.push({ from: or + 1, to })
    or = to
  }
  return items
}

/** A stroke joins alternatives only with room on both sides: `24/7` and `A/B` are words. */
function isOr(tokens: readonly Token[], at: number): boolean {
  const [before, token, after] = [tokens[at - 1], tokens[at], tokens[at + 1]]
  if (!before || !token || !after) return false
  if (token.text === '/') return before.end < token.start && token.end < after.start
  return fold(token.text) === 'or' && before.text !== '/' && !LISTS_NOTHING.test(fold(after.text))
}

function isBefore(token: Token | undefined): boolean {
  return BEFORE.test(fold(token?.text ?? ''))
}

function isTelling(token: Token | undefined): boolean {
  return token !== undefined && token.isWord && !isGlue(token.text)
}

function opens(token: Token | undefined): boolean {
  return token === undefined || OPENS.test(fold(token.text))
}
