import { Fragment } from 'react'
import { Mark } from './mark.tsx'

export interface TextSpan {
  /** Offsets in UTF-16 units: the marked words are `text.slice(start, end)`. */
  start: number
  end: number
  kind: 'for' | 'against'
  label?: string
}

export interface TextPiece {
  start: number
  text: string
  span: TextSpan | null
}

/**
 * Cuts a text at its spans. An earlier span wins over one that overlaps it; spans outside the text are cut or dropped.
 */
export function cutText(text: string, spans: readonly TextSpan[]): TextPiece[] {
  const pieces: TextPiece[] = []
  let at = 0
  for (const span of spans.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const start = Math.max(at, span.start)
    const end = Math.min(text.length, span.end)
    if (end <= start) continue
    if (start > at) pieces.push({ start: at, text: text.slice(at, start), span: null })
    pieces.push({ start, text: text.slice(start, end), span })
    at = end
  }
  if (at < text.length) pieces.push({ start: at, text: text.slice(at), span: null })
  return pieces
}

/** Text with its spans highlighted. */
export function HighlightedText({ text, spans }: { text: string; spans: readonly TextSpan[] }) {
  return cutText(text, spans).map((piece) =>
    piece.span ? (
      <Mark key={piece.start} kind={piece.span.kind} label={piece.span.label}>
        {piece.text}
      </Mark>
    ) : (
      <Fragment key={piece.start}>{piece.text}</Fragment>
    ),
  )
}
