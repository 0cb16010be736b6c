import type { ReactNode } from 'react'

const QUIET = 'underline decoration-line-strong underline-offset-2 hover:text-ink hover:decoration-current'

interface OutsideLinkProps {
  to: string
  /** A side note, which is not to draw the eye. */
  isQuiet?: boolean
  children: ReactNode
}

/** A link to somebody else's site. */
export function OutsideLink({ to, isQuiet = false, children }: OutsideLinkProps) {
  return (
    <a href={to} target="_blank" rel="noopener noreferrer nofollow" className={isQuiet ? QUIET : 'link'}>
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}
