const MARKUP = /<[^>]{0,500}>|!?\[([^\]]{0,500})\]\([^)]{0,500}\)/g
const LINK = /(?:[a-z][a-z0-9+.-]*:\/\/|www\.|mailto:|javascript:|data:)\S+|\b(?:[a-z0-9-]+\.)+[a-z]{2,24}\/\S*/giu
/** Invisible characters, except white space and the joiners that emoji and several scripts need. */
const INVISIBLE = /[^\P{Cc}\s]|(?![\u200C\u200D])\p{Cf}/gu

/**
 * A model's words as one harmless line of at most `max` characters: no markup, no invisible characters, and no links
 * except those in `from`.
 */
export function cleanLine(words: string, { from, max }: { from: string; max: number }): string {
  const known = from.toLowerCase()
  const line = words
    .slice(0, 4 * max)
    .toWellFormed()
    // First, since invisible characters could hide a link.
    .replaceAll(INVISIBLE, '')
    .replaceAll(MARKUP, (_, label: string | undefined) => label ?? '')
    .replaceAll(LINK, (link) => (known.includes(link.toLowerCase().replace(/[).,;:!?'"»”]+$/u, '')) ? link : ''))
    .replaceAll(/\s+/gu, ' ')
    .trim()
  return line.length <= max
    ? line
    : `${line
        .slice(0, max - 1)
        .toWellFormed()
        .trimEnd()}…`
}
