import type { LeadRow } from '@leadlight/contract/leads'
import type { TextSpan } from '../../ui/highlighted-text.tsx'

export interface MarkedText {
  text: string
  spans: TextSpan[]
}

/**
 * What a row shows of a post: its title and a passage. Where the passage starts with the title itself, its evidence is
 * marked in the title, and the passage goes on after it.
 */
export function rowText({ title, excerpt }: Pick<LeadRow, 'title' | 'excerpt'>): {
  title: MarkedText | null
  passage: MarkedText
} {
  const passage = { text: excerpt.text, spans: excerpt.evidence }
  if (title === null) return { title: null, passage }
  if (!excerpt.text.startsWith(title)) return { title: { text: title, spans: [] }, passage }
  const rest = excerpt.text.slice(title.length)
  const start = title.length + (rest.length - rest.trimStart().length)
  return {
    title: part(excerpt.text, excerpt.evidence, 0, title.length),
    passage: part(excerpt.text, excerpt.evidence, start, excerpt.text.length),
  }
}

function part(text: string, spans: readonly TextSpan[], start: number, end: number): MarkedText {
  return {
    text: text.slice(start, end),
    spans: spans
      .map((span) => ({ ...span, start: Math.max(span.start, start) - start, end: Math.min(span.end, end) - start }))
      .filter((span) => span.end > span.start),
  }
}
