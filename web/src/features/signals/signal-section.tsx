import { useId } from 'react'
import type { ReactNode } from 'react'
import { Card } from '../../ui/card.tsx'

interface SignalSectionProps {
  title: string
  /** Where what stands in it says the same. */
  hideTitle?: boolean
  children: ReactNode
}

/** How a part of a signal's page looks. */
export const SECTION = 'grid min-w-0 gap-3 px-4 py-3.5'

/** One part of a signal's page. */
export function SignalSection({ title, hideTitle = false, children }: SignalSectionProps) {
  const id = useId()
  return (
    <Card aria-labelledby={id} className={SECTION}>
      <h2 id={id} className={hideTitle ? 'sr-only' : 'font-semibold'}>
        {title}
      </h2>
      {children}
    </Card>
  )
}
