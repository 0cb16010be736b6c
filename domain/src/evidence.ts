/** A piece of a text, in UTF-16 units, kept with its words so that it can be found again in a changed text. */
export interface Quoted {
  start: number
  end: number
  quote: string
}

/** Adds to each span the words it covers. Drops a span that covers none, or lies outside the text. */
export function quoted<Span extends { start: number; end: number }>(
  text: string,
  spans: readonly Span[],
): (Span & Quoted)[] {
  return spans
    .filter(({ start, end }) => start >= 0 && start < end && end <= text.length)
    .map((span) => ({ ...span, quote: text.slice(span.start, span.end) }))
}

/**
 * The spans that the text still holds word for word: in place, or where their words first occur. Authors edit their
 * posts, and a highlight on other words than those judged would be a lie.
 */
export function anchored<Span extends Quoted>(text: string, spans: readonly Span[]): Omit<Span, 'quote'>[] {
  return spans.flatMap(({ quote, ...span }) => {
    if (text.slice(span.start, span.end) === quote) return [span]
    // Where a mark of direction was taken from a stored text a word joiner stands, which the text at its source has not.
    const words = quote.replaceAll('\u2060', '')
    const start = text.indexOf(words)
    return start === -1 ? [] : [{ ...span, start, end: start + words.length }]
  })
}
