import { classNames } from './class-names.ts'

interface BadgeProps {
  count: number
  /** What is counted, for screen readers: "unread". */
  label: string
  max?: number
  className?: string
}

/** A count beside a word; nothing at zero. Above `max` (999) it says "999+". */
export function Badge({ count, label, max = 999, className }: BadgeProps) {
  if (count <= 0) return null
  return (
    <span
      className={classNames(
        'num rounded-full bg-accent-soft px-1.75 py-px text-xs font-semibold text-accent',
        className,
      )}
    >
      {count > max ? `${max}+` : count}
      <span className="sr-only"> {label}</span>
    </span>
  )
}
