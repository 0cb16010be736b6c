import { sql, type RawBuilder } from 'kysely'

/** A tsvector holds at most 1 MB; this many characters stay below it in any script. Later words are not searched. */
export const SEARCHED_CHARACTERS_MAX = 50_000

/**
 * Text as it is indexed and searched: compatibility forms and case folded, accents of Latin, Greek and Cyrillic
 * removed. Not done by the database, whose folding depends on its locale.
 */
function fold(text: string): string {
  return text
    .slice(0, SEARCHED_CHARACTERS_MAX)
    .toWellFormed()
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .slice(0, SEARCHED_CHARACTERS_MAX)
    .toWellFormed()
}

/** The words of a post, separated by single spaces; those inside addresses and compounds count one by one. */
export function foldWords(text: string): string {
  return fold(text)
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()
}

/** A typed search, its words folded alike, keeping only the signs that web search knows: quotes and a leading minus. */
function foldQuery(searchText: string): string {
  return fold(searchText)
    .replaceAll(/[^\p{L}\p{N}\p{M}"-]+/gu, ' ')
    .replaceAll(/(?<![ "]|^)-|-(?![\p{L}\p{N}"])/gu, ' ')
}

/**
 * The words of a post: English stems with their positions, for phrases and so that "invoices" finds "invoice". Beside
 * them every word as it is, for half-typed words, stop words and other languages.
 */
export function wordVector(foldedText: RawBuilder<string>): RawBuilder<unknown> {
  return sql`(to_tsvector('english', ${foldedText}) || strip(to_tsvector('simple', ${foldedText})))`
}

/**
 * A typed search over such words. Quotes, `or` and a leading minus work as in web search; no input is an error. The
 * last word may be unfinished. Words too common for the stems are searched as they are.
 */
export function wordQuery(searchText: string): RawBuilder<unknown> {
  const text = foldQuery(searchText)
  const { head, last } = unfinished(text)
  const whole = sql`websearch_to_tsquery('english', ${text}::text)`
  const query =
    last === undefined
      ? whole
      : sql`(${whole} || (websearch_to_tsquery('english', ${head}::text) && to_tsquery('simple', ${`${last}:*`}::text)))`
  return sql`(case when numnode(${query}) > 0 then ${query} else websearch_to_tsquery('simple', ${text}::text) end)`
}

/** The last word typed, if it is not in quotes, not excluded and not followed by anything. */
function unfinished(text: string): { head: string; last: string | undefined } {
  const match = /(?:^| )([\p{L}\p{N}][\p{L}\p{N}\p{M}]*)$/u.exec(text)
  const last = match?.[1]
  const quotesOpen = text.split('"').length % 2 === 0
  if (!match || last === undefined || quotesOpen) return { head: text, last: undefined }
  return { head: text.slice(0, match.index), last }
}
