import { useId } from 'react'
import type { ReactNode } from 'react'
import { Card } from '../../ui/card.tsx'

interface SignalSectionProps {
  title: string
  children: ReactNode
}

/** How a part of a signal's page looks. */
export const SECTION = 'grid min-w-0 gap-3 px-4 py-3.5'

/** One part of a signal's page. */
export function SignalSection({ title, children }: SignalSectionProps) {
  const id = useId()
  return (
    <Card aria-labelledby={id} className={SECTION}>
      <h2 id={id} className="font-semibold">
        {title}
      </h2>
      {children}
    </Card>
  )
}
