import type { ChannelPost, SearchQuery } from './channel.ts'

/**
 * The query in the syntax Algolia and Stack Exchange share: words, "quoted phrases", -excluded. Typed text cannot
 * become syntax: quotes and leading hyphens inside words are dropped.
 */
export function writeQuery({ words, phrases, exclude }: SearchQuery): string {
  const plain = splitWords(words)
  const quoted = phrases.map(withoutQuotes).filter(Boolean)
  const without = exclude.flatMap((entry) => (splitWords(entry).length === 1 ? splitWords(entry) : []))
  return [...plain, ...quoted.map((phrase) => `"${phrase}"`), ...without.map((word) => `-${word}`)].join(' ')
}

/** The words and phrases that a post must contain, each without quotes, for platforms with a syntax of their own. */
export function wantedTerms({ words, phrases }: SearchQuery): string[] {
  return [...splitWords(words), ...phrases.map(withoutQuotes).filter(Boolean)]
}

/** Whether a post holds nothing excluded. Platforms exclude words at best, so phrases are checked here. */
export function isWanted({ title, text }: ChannelPost, { exclude }: SearchQuery): boolean {
  if (exclude.length === 0) return true
  const said = padded(`${title ?? ''} ${text}`)
  return !exclude.some((entry) => padded(entry).trim() !== '' && said.includes(padded(entry)))
}

/** Whether a post holds all words and phrases of a query, for platforms without search. */
export function isMentioned({ title, text }: ChannelPost, { words, phrases }: SearchQuery): boolean {
  const wanted = [...splitWords(words), ...phrases].map(padded).filter((entry) => entry.trim() !== '')
  if (wanted.length === 0) return true
  const said = padded(`${title ?? ''} ${text}`)
  return wanted.every((entry) => said.includes(entry))
}

function splitWords(words: string): string[] {
  return withoutQuotes(words)
    .split(' ')
    .map((word) => word.replace(/^-+/, ''))
    .filter(Boolean)
}

function withoutQuotes(text: string): string {
  return text.replace(/["\s\u201c\u201d]+/g, ' ').trim()
}

/** Lower-case words with one space around each, so that `includes` compares whole words. */
function padded(text: string): string {
  return ` ${text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(' ')} `
}
