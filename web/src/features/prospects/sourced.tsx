import type { Profile, SourcedValue } from '@leadlight/contract/prospects'
import type { ComponentProps } from 'react'
import type { RowProps } from '../../lib/rows/row-link.tsx'
import { pressRow } from '../../lib/rows/row-link.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { provenance } from './provenance.ts'

interface SourcedCellProps {
  value: SourcedValue
  profiles: readonly Profile[]
  /** The row it stands in, which a press opens. */
  part: RowProps
}

/**
 * A value in a row, on two lines where it needs them. Hover says it whole, with where it comes from; the page of its person or
 * company says that beside it.
 */
export function SourcedCell({ value, profiles, part }: SourcedCellProps) {
  return (
    <Tooltip
      content={
        <>
          <span className="block font-medium wrap-anywhere">{value.value}</span>
          {provenance(value, profiles)}
        </>
      }
    >
      <ValueLink part={part}>{value.value}</ValueLink>
    </Tooltip>
  )
}

/** Leads where the row leads, and is no stop of its own for the keyboard. */
function ValueLink({ part, children, ...rest }: { part: RowProps } & Omit<ComponentProps<'a'>, 'part'>) {
  return (
    <a
      dir="auto"
      {...rest}
      href={part.setting.linkTo(part.id)}
      tabIndex={-1}
      draggable={false}
      onClick={(event) => pressRow(event, part)}
      className="relative z-10 line-clamp-2 min-w-0 leading-tight wrap-anywhere"
    >
      {children}
    </a>
  )
}
