export interface Paragraph {
  /** Offsets of its words in the whole text. */
  start: number
  end: number
  /** A passage the author quotes, by the `>` that opens it. */
  isQuote: boolean
}

/** The paragraphs of `text` from `from` on: what stands between empty lines. Single line breaks stay inside. */
export function paragraphs(text: string, from: number): Paragraph[] {
  const found: Paragraph[] = []
  for (const match of text.slice(from).matchAll(/\S[^\n]*(?:\n[^\S\n]*\S[^\n]*)*/gu)) {
    const words = match[0].trimEnd()
    const start = from + match.index
    found.push({ start, end: start + words.length, isQuote: words.startsWith('>') })
  }
  return found
}
