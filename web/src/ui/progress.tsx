import { classNames } from './class-names.ts'

interface ProgressProps {
  label: string
  /** From 0 to `max`; null if it is unknown. */
  value: number | null
  max?: number
  /** Read by screen readers instead of a percentage. */
  valueText?: string
  className?: string
}

/** A thin progress bar. The label is required: without one it says nothing to screen readers. */
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
