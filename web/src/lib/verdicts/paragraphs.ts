export interface Paragraph {
  /** Offsets in the whole text. */
  start: number
  end: number
  /** A quoted passage, which starts with `>`. */
  isQuote: boolean
}

/** The paragraphs of `text` after `from`, separated by empty lines. Single line breaks stay. */
export function paragraphs(text: string, from: number): Paragraph[] {
  const found: Paragraph[] = []
  for (const match of text.slice(from).matchAll(/\S[^\n]*(?:\n[^\S\n]*\S[^\n]*)*/gu)) {
    const words = match[0].trimEnd()
    const start = from + match.index
    found.push({ start, end: start + words.length, isQuote: words.startsWith('>') })
  }
  return found
}
