const characters = new Intl.Segmenter('en')

/** A text in one line of at most `max` characters, as people count them, for short mentions. */
export function shorten(text: string, max: number): string {
  const all = Array.from(characters.segment(text.replaceAll(/\s+/gu, ' ').trim()), ({ segment }) => segment)
  if (all.length <= max) return all.join('')
  return `${all
    .slice(0, max - 1)
    .join('')
    .trimEnd()}…`
}
