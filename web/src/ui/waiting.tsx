import { classNames } from './class-names.ts'

/**
 * A sentence that says what is waited for. Screen readers get it at once; it shows only once the page has waited for
 * 0.7 seconds, so a quick load does not flash (`data-waiting` in `base.css`).
 */
export function Waiting({ label, className }: { label: string; className?: string }) {
  return (
    <output data-waiting className={classNames('block text-s text-ink-2', className)}>
      {label}
    </output>
  )
}

/** The same, afloat over what is there: the parent positions it. */
export function FloatingWaiting({ label }: { label: string }) {
  return (
    <Waiting label={label} className="max-w-full rounded-full border bg-surface px-3 py-1 text-center shadow-float" />
  )
}
