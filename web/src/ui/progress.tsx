import { classNames } from './class-names.ts'

interface ProgressProps {
  label: string
  /** From 0 to `max`; null while it cannot be told. */
  value: number | null
  max?: number
  /** What a screen reader says instead of a percentage. */
  valueText?: string
  className?: string
}

/** A thin bar. It has a name, because a bar without one says nothing to those who do not see it. */
export function Progress({ label, value, max = 100, valueText, className }: ProgressProps) {
  return (
    <progress
      aria-label={label}
      aria-valuetext={valueText}
      max={max}
      value={value === null ? undefined : Math.min(max, Math.max(0, value))}
      className={classNames('bar block h-1 w-full', value === null && 'animate-breathe', className)}
    />
  )
}
