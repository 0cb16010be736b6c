import { sql, type RawBuilder } from 'kysely'

/** A tsvector holds at most 1 MB; this many characters stay below it in any script. Words further on are not searched. */
export const SEARCHED_CHARACTERS_MAX = 50_000

/**
 * Text as it is indexed and asked for: compatibility forms and case folded, accents of Latin, Greek and Cyrillic taken
 * away. Done here and not in the database, whose own folding depends on the locale it was made with.
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

/** The words of a post, parted by single spaces; those inside addresses and compounds count one by one. */
export function foldWords(text: string): string {
  return fold(text)
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()
}

/** What was typed, with its words folded alike, and of its signs only those that web search knows: quotes and a leading minus. */
function foldQuery(searchText: string): string {
  return fold(searchText)
    .replaceAll(/[^\p{L}\p{N}\p{M}"-]+/gu, ' ')
    .replaceAll(/(?<![ "]|^)-|-(?![\p{L}\p{N}"])/gu, ' ')
}

/**
 * The words of a post: English stems with their places, for phrases and for "invoices" to find "invoice", and beside
 * them every word as it stands, for words half typed, stop words, and other languages.
 */
export function wordVector(foldedText: RawBuilder<string>): RawBuilder<unknown> {
  return sql`(to_tsvector('english', ${foldedText}) || strip(to_tsvector('simple', ${foldedText})))`
}

/**
 * What a person typed as a query over such words. Quotes, `or` and a leading minus mean what they mean in web search;
 * nothing typed is a mistake. The last word may be unfinished. Words too common for the stems are looked for as they stand.
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

/** The last word of what was typed, where it stands free: not in quotes, not excluded, not followed by anything. */
function unfinished(text: string): { head: string; last: string | undefined } {
  const match = /(?:^| )([\p{L}\p{N}][\p{L}\p{N}\p{M}]*)$/u.exec(text)
  const last = match?.[1]
  const quotesOpen = text.split('"').length % 2 === 0
  if (!match || last === undefined || quotesOpen) return { head: text, last: undefined }
  return { head: text.slice(0, match.index), last }
}
