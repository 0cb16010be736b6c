import type { ReactNode } from 'react'
import { useId } from 'react'

/** A titled section of the page with its actions. */
export function Section({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid min-w-0 gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <h2 id={id} className="flex-1 text-l font-semibold">
          {title}
        </h2>
        {actions}
      </div>
      {children}
    </section>
  )
}
