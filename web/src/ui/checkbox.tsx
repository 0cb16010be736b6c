import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'ref'> {
  /** Some, but not all, of the items are chosen. */
  indeterminate?: boolean
  /** The label; without it give an `aria-label`. */
  children?: ReactNode
}

const BOX =
  'peer size-4 shrink-0 appearance-none rounded-[4px] border border-control bg-surface checked:border-accent checked:bg-accent ' +
  'indeterminate:border-accent indeterminate:bg-accent disabled:opacity-50'

/** A native checkbox in our look, so it works for keyboards, forms and screen readers. */
export function Checkbox({ indeterminate = false, children, className, ...rest }: CheckboxProps) {
  function showIndeterminate(box: HTMLInputElement | null) {
    if (box) box.indeterminate = indeterminate
  }
  return (
    <label className={classNames('inline-flex gap-2', children !== undefined && 'target', className)}>
      <span className={classNames('relative inline-grid place-items-center', children !== undefined && 'h-[1lh]')}>
        <input type="checkbox" {...rest} ref={showIndeterminate} className={BOX} />
        <svg
          viewBox="0 0 16 16"
          aria-hidden="true"
          className="pointer-events-none absolute size-3 stroke-on-accent opacity-0 peer-checked:opacity-100 peer-indeterminate:opacity-100"
          fill="none"
          strokeWidth="2.4"
          strokeLinecap="round"
          strokeLinejoin="round"
        >
          <path d={indeterminate ? 'M3.5 8h9' : 'M3 8.5l3.2 3L13 4.8'} />
        </svg>
      </span>
      {children}
    </label>
  )
}
