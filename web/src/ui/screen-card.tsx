import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export interface ScreenCardProps {
  title: string
  subtitle?: ReactNode
  /** Stands under the card: the way to the neighbouring screen. */
  footer?: ReactNode
  /** How wide it may get: a form, a text to read. */
  width?: 's' | 'l'
  children?: ReactNode
}

const WIDTHS = { s: 'max-w-96', l: 'max-w-180' }

/** The card in the middle of a screen that stands alone. */
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
