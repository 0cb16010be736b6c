import { classNames } from './class-names.ts'

/** Days at zero stay visible. */
const EMPTY_PERCENT = 6

/** Numbers as small bars, oldest first, relative to the highest. The label summarizes them in words. */
export function Sparkline({
  values,
  label,
  className,
}: {
  values: readonly number[]
  label: string
  className?: string
}) {
  const highest = Math.max(1, ...values)
  return (
    <figure aria-label={label} className={classNames('flex items-end gap-0.5', className)}>
      {values.map((value, index) => (
        <span
          key={index}
          aria-hidden="true"
          style={{ height: `${value === 0 ? EMPTY_PERCENT : Math.max(EMPTY_PERCENT * 2, (value / highest) * 100)}%` }}
          className={value === 0 ? 'flex-1 bg-line-strong' : 'flex-1 rounded-t-[2px] bg-accent'}
        />
      ))}
    </figure>
  )
}
