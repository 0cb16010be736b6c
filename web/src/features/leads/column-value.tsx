import type { ColumnValue, SmartColumn } from '@leadlight/contract/columns'
import type { LeadRow } from '@leadlight/contract/leads'
import { CircleHelp, TriangleAlert } from 'lucide-react'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'

const NEEDS_MODEL = 'The built-in model cannot answer this one; a large model could.'
const FAILED = 'This value could not be worked out.'

/** A lead's value in a smart column; undefined if it has not been computed. */
export function valueOf(lead: LeadRow, column: SmartColumn): ColumnValue | undefined {
  return lead.smart_column_values.find((value) => value.column_id === column.id)
}

/** A smart column's value in any state: done, waiting, without a model, or failed with its reason. */
export function ColumnValueView({ value }: { value: ColumnValue | undefined }) {
  if (!value) return <span className="text-ink-3">–</span>
  if (value.state === 'waiting') {
    return (
      <span className="inline-flex min-w-12 items-center">
        <Skeleton className="h-3 w-12" />
        <span className="sr-only">Being worked out</span>
      </span>
    )
  }
  if (value.state === 'needs_model') {
    return (
      <Trouble words="Needs a model" why={value.why ?? NEEDS_MODEL}>
        <CircleHelp aria-hidden="true" className="size-3.5" />
      </Trouble>
    )
  }
  if (value.state === 'failed') {
    return (
      <Trouble words="Failed" why={value.why ?? FAILED} isBad>
        <TriangleAlert aria-hidden="true" className="size-3.5" />
      </Trouble>
    )
  }
  const text = value.bool_value === null ? value.text_value : value.bool_value ? 'Yes' : 'No'
  return (
    <span title={value.why ?? undefined} className="truncate">
      {text === null || text === '' ? <span className="text-ink-3">–</span> : text}
    </span>
  )
}

interface TroubleProps {
  words: string
  why: string
  isBad?: boolean
  children: React.ReactNode
}

/** A short word with its reason in a tooltip, and as hidden text for screen readers. */
function Trouble({ words, why, isBad = false, children }: TroubleProps) {
  return (
    <Tooltip content={why}>
      <span className={`relative z-10 inline-flex items-center gap-1 ${isBad ? 'text-bad' : 'text-ink-3'}`}>
        {children}
        {words}
        <span className="sr-only">. {why}</span>
      </span>
    </Tooltip>
  )
}
