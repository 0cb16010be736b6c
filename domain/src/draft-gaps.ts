/** Words in brackets for the writer to fill in; not a link's words, a footnote's number or a box to tick. */
const GAP = /\[\p{L}[^\][\n]+\](?!\()/gu

/** How many gaps of a draft are still to fill in. */
export function countGaps(text: string): number {
  return text.match(GAP)?.length ?? 0
}
