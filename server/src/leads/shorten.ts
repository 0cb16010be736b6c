/** A text in one line of at most `max` characters, for where it is only mentioned. */
export function shorten(text: string, max: number): string {
  const characters = [...text.replaceAll(/\s+/gu, ' ').trim()]
  return characters.length <= max
    ? characters.join('')
    : `${characters
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`
}
