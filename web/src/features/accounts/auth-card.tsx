import type { ReactNode } from 'react'
import { usePageTitle } from '../../lib/page-title.ts'

interface AuthCardProps {
  title: string
  subtitle?: string
  /** Stands under the card: the way to the neighbouring screen. */
  footer?: ReactNode
  children: ReactNode
}

/** The card in the middle of a public screen. */
export function AuthCard({ title, subtitle, footer, children }: AuthCardProps) {
  usePageTitle(title)
  return (
    <div className="w-full max-w-96">
      <section className="grid gap-5 rounded-card border bg-surface p-6 sm:p-7">
        <header>
          <h1 className="text-xl font-semibold tracking-[-0.015em]">{title}</h1>
          {subtitle && <p className="mt-1 text-ink-2">{subtitle}</p>}
        </header>
        {children}
      </section>
      {footer && <p className="mt-4 text-center text-ink-2">{footer}</p>}
    </div>
  )
}
