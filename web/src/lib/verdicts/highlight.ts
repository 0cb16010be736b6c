export interface Span {
  /** Offsets in UTF-16 units: the words are `text.slice(start, end)`. */
  start: number
  end: number
  kind: 'for' | 'against'
  label: string
  /** The intent signal of the match. */
  signalId: string
}

export interface Segment {
  start: number
  text: string
  /** Every span that covers these words, in the given order; none for plain text. */
  spans: readonly Span[]
}

/**
 * Cuts a text wherever a span starts or ends, so overlapping spans each cover whole segments. The segments add up to
 * the text; longer spans are cut to it.
 */
export function highlight(text: string, spans: readonly Span[]): Segment[] {
  const inside = spans.filter((span) => Math.max(0, span.start) < Math.min(text.length, span.end))
  const cuts = new Set([0, text.length])
  for (const span of inside) {
    cuts.add(Math.max(0, span.start))
    cuts.add(Math.min(text.length, span.end))
  }
  const edges = [...cuts].sort((a, b) => a - b)
  return edges.slice(0, -1).map((start, index) => {
    const end = edges[index + 1] ?? text.length
    const covering = inside.filter((span) => span.start <= start && span.end >= end)
    return { start, text: text.slice(start, end), spans: covering }
  })
}

/** The spans within `text.slice(start, end)`: shifted and cut, those outside dropped. */
export function spansWithin(spans: readonly Span[], start: number, end: number): Span[] {
  return spans
    .filter((span) => span.start < end && span.end > start)
    .map((span) => ({ ...span, start: Math.max(span.start, start) - start, end: Math.min(span.end, end) - start }))
}
