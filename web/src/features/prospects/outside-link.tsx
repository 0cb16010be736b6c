import type { ReactNode } from 'react'

const QUIET =
  'target inline-flex items-center underline decoration-line-strong underline-offset-2 hover:text-ink hover:decoration-current'

interface OutsideLinkProps {
  to: string
  /** For a side note: less prominent. */
  isQuiet?: boolean
  children: ReactNode
}

/** A link to another site. */
export function OutsideLink({ to, isQuiet = false, children }: OutsideLinkProps) {
  return (
    <a href={to} target="_blank" rel="noopener noreferrer nofollow" className={isQuiet ? QUIET : 'link'}>
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}
