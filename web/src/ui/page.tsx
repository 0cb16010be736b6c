import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

interface PageProps {
  title: string
  subtitle?: ReactNode
  /** Shown beside the title, the main one last. */
  actions?: ReactNode
  /** The maximum width of text and controls. */
  width?: 'm' | 'l'
  children?: ReactNode
}

/**
 * Worked out from the window, the navigation (`--aside`) and the paddings, as if there were a scrollbar: centred in what
 * is left, the page would move whenever one comes or goes.
 */
const IN_THE_MIDDLE = 'ml-[max(0px,calc((100vw-var(--aside,0px)-74.25rem-15px)/2))]'

const WIDTHS = { m: 'max-w-190', l: null }

/** A scrolling page: title, subtitle, actions, content. */
export function Page({ title, subtitle, actions, width = 'l', children }: PageProps) {
  return (
    <div className="w-full px-4 pt-6 pb-[max(1.5rem,var(--toast-room))] sm:px-8.5 sm:pt-7.5">
      <div className={classNames('grid max-w-280 grid-cols-1 gap-5.5', IN_THE_MIDDLE)}>
        <header className="flex flex-wrap items-start gap-x-4 gap-y-3">
          <div className="min-w-0 flex-1 basis-60">
            <h1 className="text-2xl leading-tight font-semibold tracking-[-0.02em] wrap-anywhere">{title}</h1>
            {subtitle && <p className="mt-1 text-ink-2">{subtitle}</p>}
          </div>
          {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
        </header>
        <div className={classNames('grid grid-cols-1 gap-5.5', WIDTHS[width])}>{children}</div>
      </div>
    </div>
  )
}
