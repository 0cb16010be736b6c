import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

export const CONTROL =
  'w-full rounded-control border border-control/55 bg-surface text-ink transition-colors duration-100 ' +
  'hover:border-control focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-offset-0 ' +
  'disabled:bg-sunken disabled:text-ink-3 aria-invalid:border-bad'

/** A single-line text field. Label it through `Field`, or an `aria-label`. */
export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...rest} className={classNames(CONTROL, 'h-9 px-3', className)} />
}
