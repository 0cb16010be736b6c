import { classNames } from './class-names.ts'

/** Days without anything still show where they stand. */
const EMPTY_PERCENT = 6

/** Numbers as small bars, oldest first, each as high as its share of the highest. The label says in words what they come to. */
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
      {values.map((value, place) => (
        <span
          key={place}
          aria-hidden="true"
          style={{ height: `${value === 0 ? EMPTY_PERCENT : Math.max(EMPTY_PERCENT * 2, (value / highest) * 100)}%` }}
          className={value === 0 ? 'flex-1 bg-line-strong' : 'flex-1 rounded-t-[2px] bg-accent'}
        />
      ))}
    </figure>
  )
}
