import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

interface KbdProps {
  children: ReactNode
  /** A hint beside a button: hidden on small screens, which mostly have no keyboard. */
  isHint?: boolean
}

/** A keyboard key. */
export function Kbd({ children, isHint = false }: KbdProps) {
  return (
    <kbd
      className={classNames(
        'rounded-[4px] border border-b-2 border-line-strong bg-surface px-1 py-0.5 font-sans text-[10.5px] leading-none font-medium text-ink-3',
        isHint && 'max-sm:hidden',
      )}
    >
      {children}
    </kbd>
  )
}
