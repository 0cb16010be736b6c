import { classNames } from './class-names.ts'
import { Waiting } from './waiting.tsx'

/** A small spinner. Say in `label` what is loading, unless text beside it does. */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  return (
    <span
      role={label ? 'status' : undefined}
      aria-hidden={label ? undefined : true}
      className={classNames('inline-flex', className)}
    >
      <svg viewBox="0 0 16 16" className="size-4 animate-spin" aria-hidden="true" fill="none">
        <circle cx="8" cy="8" r="6.25" stroke="currentColor" strokeOpacity="0.22" strokeWidth="1.8" />
        <path d="M14.25 8A6.25 6.25 0 0 0 8 1.75" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />
      </svg>
      {label && <span className="sr-only">{label}</span>}
    </span>
  )
}

/** Covers the whole window while something essential loads. `index.html` shows the same until the script is there. */
export function SpinnerOverlay({ label }: { label: string }) {
  return (
    <div className="fixed inset-0 z-40 grid place-content-center justify-items-center gap-3 bg-bg text-accent">
      <Spinner className="[&>svg]:size-7" />
      <Waiting label={label} />
    </div>
  )
}
