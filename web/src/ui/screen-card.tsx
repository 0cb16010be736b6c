import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export interface ScreenCardProps {
  title: string
  subtitle?: ReactNode
  /** Shown under the card: the link to a related screen. */
  footer?: ReactNode
  /** The maximum width: `s` for a form, `l` for a text. */
  width?: 's' | 'l'
  children?: ReactNode
}

const WIDTHS = { s: 'max-w-96', l: 'max-w-180' }

/** The centred card of a standalone screen. */
export function ScreenCard({ title, subtitle, footer, width = 's', children }: ScreenCardProps) {
  return (
    <div className={classNames('w-full', WIDTHS[width])}>
      <section className="grid gap-5 rounded-card border bg-surface p-6 sm:p-7">
        <header>
          <h1 className="text-xl font-semibold tracking-[-0.015em] wrap-anywhere">{title}</h1>
          {subtitle && <div className="mt-1 wrap-anywhere text-ink-2">{subtitle}</div>}
        </header>
        {children}
      </section>
      {footer && <p className="mt-4 text-center text-ink-2">{footer}</p>}
    </div>
  )
}
