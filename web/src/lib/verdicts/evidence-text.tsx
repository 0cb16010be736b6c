import { classNames } from '../../ui/class-names.ts'
import type { Segment, Span } from './highlight.ts'
import { highlight } from './highlight.ts'

interface EvidenceTextProps {
  text: string
  spans: readonly Span[]
  /** Only this signal's evidence stays marked; the rest fades. */
  activeSignalId: string | null
}

/** Text with its evidence marked: amber for, red and dashed against, both if signals disagree. */
export function EvidenceText({ text, spans, activeSignalId }: EvidenceTextProps) {
  const segments = highlight(text, spans)
  return segments.map((segment, index) =>
    segment.spans.length === 0 ? (
      segment.text
    ) : (
      <Marked
        key={segment.start}
        segment={segment}
        activeSignalId={activeSignalId}
        joinsBefore={(segments[index - 1]?.spans.length ?? 0) > 0}
        joinsAfter={(segments[index + 1]?.spans.length ?? 0) > 0}
      />
    ),
  )
}

interface MarkedProps {
  segment: Segment
  activeSignalId: string | null
  joinsBefore: boolean
  joinsAfter: boolean
}

function Marked({ segment, activeSignalId, joinsBefore, joinsAfter }: MarkedProps) {
  const shown = activeSignalId ? segment.spans.filter((span) => span.signalId === activeSignalId) : segment.spans
  const speaksAgainst = !joinsAfter && shown.some((span) => span.kind === 'against')
  const labels = [...new Set(segment.spans.map(labelOf))].join(' · ')
  return (
    <mark
      title={labels}
      data-kind={kindOf(shown)}
      className={classNames(
        'box-decoration-clone py-px text-inherit transition-colors duration-150',
        LOOKS[kindOf(shown)],
        !joinsBefore && 'rounded-l-[3px] pl-0.5',
        !joinsAfter && 'rounded-r-[3px] pr-0.5',
      )}
    >
      {segment.text}
      {speaksAgainst && <span className="sr-only select-none"> (speaks against)</span>}
    </mark>
  )
}

const LOOKS = {
  for: 'bg-mark shadow-[inset_0_-1.5px_0_var(--mark-line)]',
  against: 'bg-against underline decoration-against-line decoration-[1.5px] decoration-dashed underline-offset-3',
  both: 'bg-mark underline decoration-against-line decoration-[1.5px] decoration-dashed underline-offset-3',
  faded: 'bg-transparent shadow-[inset_0_-1px_0_var(--line-strong)]',
}

function kindOf(spans: readonly Span[]): keyof typeof LOOKS {
  const kinds = new Set(spans.map((span) => span.kind))
  if (kinds.size > 1) return 'both'
  return spans[0]?.kind ?? 'faded'
}

function labelOf(span: Span): string {
  return span.kind === 'against' ? `against: ${span.label}` : span.label
}
