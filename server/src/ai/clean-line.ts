/** Tags, links and pictures with their words, what begins a tag that never ends, and fences. */
const MARKUP = /<[^<>]{0,500}>|!?\[([^\][]{0,500})\]\([^()]{0,500}\)?|<+(?=[a-z!/])|`{3,}/giu
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
    .trim()
  return cut(withoutMarkup(line, known), max)
}

/** Until nothing changes: what is taken out may have held two halves of more apart. */
function withoutMarkup(words: string, known: string): string {
  const isKnown = (link: string) => known.includes(link.toLowerCase().replace(/[).,;:!?'"»”]+$/u, ''))
  const less = words
    .replaceAll(MARKUP, (_, label: string | undefined) => label ?? '')
    .replaceAll(LINK, (link) => (isKnown(link) ? link : ''))
    .replaceAll(/\s+/gu, ' ')
    .trim()
  return less === words ? less : withoutMarkup(less, known)
}

function cut(line: string, max: number): string {
  return line.length <= max
    ? line
    : `${line
        .slice(0, max - 1)
        .toWellFormed()
        .trimEnd()}…`
}
