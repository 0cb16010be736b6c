import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

const LOOKS = {
  for: 'bg-mark shadow-[inset_0_-1.5px_0_var(--mark-line)]',
  against: 'bg-against shadow-[inset_0_-1.5px_0_var(--against-line)]',
}

interface MarkProps {
  kind?: 'for' | 'against'
  /** What the words show, as a tooltip and for screen readers: "asks peers for a tool". */
  label?: string | undefined
  children: ReactNode
}

/** A highlighter stroke over evidence for or against something. */
export function Mark({ kind = 'for', label, children }: MarkProps) {
  return (
    <mark
      title={label}
      className={classNames('box-decoration-clone rounded-[3px] px-0.5 py-px text-inherit', LOOKS[kind])}
    >
      {children}
    </mark>
  )
}
