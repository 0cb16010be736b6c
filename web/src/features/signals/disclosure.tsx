import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'

interface DisclosureProps {
  isOpen: boolean
  /** The id of what it opens. */
  controls: string
  onToggle: () => void
  children: ReactNode
}

/** A quiet button that shows and hides a part of a signal. */
export function Disclosure({ isOpen, controls, onToggle, children }: DisclosureProps) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls={isOpen ? controls : undefined}
      onClick={onToggle}
      className="inline-flex min-h-6.5 max-w-full items-center gap-1 text-s font-medium text-ink-2 hover:text-ink"
    >
      <ChevronDown
        aria-hidden="true"
        className={classNames('size-3.5 shrink-0 text-ink-3 transition-transform', !isOpen && '-rotate-90')}
      />
      <span className="truncate">{children}</span>
    </button>
  )
}
