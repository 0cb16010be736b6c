import type { Span } from '../language/sentences.ts'
import { fold } from '../language/words.ts'
import { isGlue } from './glue-words.ts'
import { readTokens, type Token } from './signal-tokens.ts'

const OR = /^(?:or|\/)$/
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
  tokens.forEach((token, at) => {
    if (at <= taken || !isOr(token)) return
    const items = readList(tokens, at, taken)
    if (items.length < 2) return
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
  return lists
    .map((items) => {
      let after = 0
      return items.flatMap((item) => {
        const found = asWritten(item, after).exec(text)
        if (!found) return []
        after = found.index + found[0].length
        return [{ start: found.index, end: after }]
      })
    })
    .filter((spans) => spans.length > 1)
}

/** Finds the item from `after` on, whatever its capitals. By a pattern, since letters may change their number when folded. */
function asWritten(item: string, after: number): RegExp {
  const pattern = new RegExp(item.replaceAll(/[^\p{L}\p{N}\s]/gu, '\\$&'), 'gi')
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
  const isBefore = (token: Token | undefined): boolean => BEFORE.test(fold(token?.text ?? ''))
  const isClause = !isTelling(tokens[at - 1]) || !isTelling(tokens[isBefore(tokens[at + 1]) ? at + 2 : at + 1])
  const ends = isClause ? opens : (token: Token | undefined) => !isTelling(token) && !isBefore(token)
  const isComma = (index: number): boolean => tokens[index]?.text === ','
  const items: Item[] = []
  for (let to = isComma(at - 1) ? at - 1 : at; to > taken;) {
    let from = to
    while (from > taken && to - from < ITEM_WORDS_MAX && !ends(tokens[from - 1])) from--
    if (from < to) items.unshift({ from, to })
    if (from === to || isClause || !isComma(from - 1)) break
    to = from - 1
  }
  let end = at + 1
  while (end < tokens.length && end - at <= ITEM_WORDS_MAX && !ends(tokens[end]) && !isOr(tokens[end])) end++
  if (end > at + 1) items.push({ from: at + 1, to: end })
  return items
}

function isOr(token: Token | undefined): boolean {
  return token !== undefined && OR.test(fold(token.text))
}

function isTelling(token: Token | undefined): boolean {
  return token !== undefined && token.isWord && !isGlue(token.text)
}

function opens(token: Token | undefined): boolean {
  return token === undefined || OPENS.test(fold(token.text))
}
