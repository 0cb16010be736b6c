import type { StatusColor } from '@leadlight/domain/statuses'
import { classNames } from './class-names.ts'

const LOOKS: Record<StatusColor, string> = {
  grey: 'bg-status-grey-soft text-status-grey',
  blue: 'bg-status-blue-soft text-status-blue',
  teal: 'bg-status-teal-soft text-status-teal',
  green: 'bg-status-green-soft text-status-green',
  amber: 'bg-status-amber-soft text-status-amber',
  orange: 'bg-status-orange-soft text-status-orange',
  red: 'bg-status-red-soft text-status-red',
  pink: 'bg-status-pink-soft text-status-pink',
  violet: 'bg-status-violet-soft text-status-violet',
}

interface StatusPillProps {
  color: StatusColor
  name: string
  className?: string
}

/** A status: its name beside a dot in its colour. A long name is cut with an ellipsis. */
export function StatusPill({ color, name, className }: StatusPillProps) {
  return (
    <span
      className={classNames(
        'inline-flex h-5 max-w-full min-w-0 items-center gap-1.25 rounded-full px-1.75 text-xs font-medium',
        LOOKS[color],
        className,
      )}
    >
      <span aria-hidden="true" className="size-1.5 shrink-0 rounded-full bg-current" />
      <span dir="auto" className="truncate" title={name}>
        {name}
      </span>
    </span>
  )
}
