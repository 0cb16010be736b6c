import { useId } from 'react'
import type { ReactNode } from 'react'

interface SourceSectionProps {
  title: string
  children: ReactNode
}

/** One part of the page of sources. */
export function SourceSection({ title, children }: SourceSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid min-w-0 gap-2.5">
      <h2 id={id} className="font-semibold">
        {title}
      </h2>
      {children}
    </section>
  )
}
