import { EvidenceText } from './evidence-text.tsx'
import type { Span } from './highlight.ts'
import { spansWithin } from './highlight.ts'
import { paragraphs } from './paragraphs.ts'

interface PostBodyProps {
  /** Title, line break, body. */
  text: string
  bodyStart: number
  /** Evidence, as offsets into `text`. */
  spans: readonly Span[]
  activeSignalId: string | null
}

/** A post's whole text, paragraph by paragraph, with its evidence. */
export function PostBody({ text, bodyStart, spans, activeSignalId }: PostBodyProps) {
  return (
    <div className="grid max-w-[64ch] gap-3 text-[0.9375rem] leading-[1.62]">
      {paragraphs(text, bodyStart).map(({ start, end, isQuote }) => (
        <p
          key={start}
          dir="auto"
          className={`wrap-anywhere whitespace-pre-line ${isQuote ? 'border-l-2 border-line-strong pl-3 text-ink-2' : ''}`}
        >
          <EvidenceText
            text={text.slice(start, end)}
            spans={spansWithin(spans, start, end)}
            activeSignalId={activeSignalId}
          />
        </p>
      ))}
    </div>
  )
}
