import type { ReactNode } from 'react'

/** A key to press. */
export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="rounded-[4px] border border-b-2 border-line-strong bg-surface px-1 py-0.5 font-sans text-[10.5px] leading-none font-medium text-ink-3">
      {children}
    </kbd>
  )
}
