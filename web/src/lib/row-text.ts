import type { LeadRow } from '@leadlight/contract/leads'
import { plainText, withoutMarkdown } from '@leadlight/domain/plain-text'
import type { TextSpan } from '../ui/highlighted-text.tsx'

export interface MarkedText {
  text: string
  spans: TextSpan[]
}

/** Replaces the text of a post that was deleted at its source. */
export const DELETED_AT_SOURCE = 'Deleted at the source'

/** A row has two short lines: evidence that starts later than this would be cut off. */
const LEAD_IN_MAX = 48
const LEAD_IN = 24
const CUT = '…'

type Words = Pick<LeadRow, 'title' | 'excerpt'> & Partial<Pick<LeadRow, 'source_deleted_at'>>

/** A lead's name on a single line. */
export function leadName({ title, excerpt, source_deleted_at }: Words): string {
  return source_deleted_at ? DELETED_AT_SOURCE : plainText(title ?? excerpt.text)
}

/**
 * A row's title and passage. If the passage starts with the title, the title carries its evidence and the passage
 * continues after it. A passage with late evidence starts shortly before the evidence. Markdown is left out.
 */
export function rowText({ title, excerpt, source_deleted_at = null }: Words): {
  title: MarkedText | null
  passage: MarkedText
} {
  if (source_deleted_at !== null) return { title: null, passage: { text: DELETED_AT_SOURCE, spans: [] } }
  const passage = fromEvidence(withoutMarkdown({ text: excerpt.text, spans: excerpt.evidence }))
  if (title === null) return { title: null, passage }
  if (!excerpt.text.startsWith(title)) return { title: { text: plainText(title), spans: [] }, passage }
  const rest = excerpt.text.slice(title.length)
  const start = title.length + (rest.length - rest.trimStart().length)
  return {
    title: withoutMarkdown(part(excerpt.text, excerpt.evidence, 0, title.length)),
    passage: fromEvidence(withoutMarkdown(part(excerpt.text, excerpt.evidence, start, excerpt.text.length))),
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

function fromEvidence(passage: MarkedText): MarkedText {
  const first = Math.min(...passage.spans.filter(({ kind }) => kind === 'for').map(({ start }) => start))
  if (first === Infinity || first <= LEAD_IN_MAX) return passage
  const space = passage.text.slice(first - LEAD_IN, first).search(/\s/u)
  const start = space < 0 ? first : first - LEAD_IN + space + 1
  const { text, spans } = part(passage.text, passage.spans, start, passage.text.length)
  const shift = CUT.length
  return {
    text: CUT + text,
    spans: spans.map((span) => ({ ...span, start: span.start + shift, end: span.end + shift })),
  }
}
