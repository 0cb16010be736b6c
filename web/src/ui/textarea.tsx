import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { CONTROL } from './input.tsx'

/**
 * A text field of `rows` lines that grows with its content where the browser can. It only grows downwards: a long URL
 * or word breaks instead of widening its surroundings.
 */
export function Textarea({ className, rows = 3, style, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      dir="auto"
      rows={rows}
      {...rest}
      style={{ minHeight: `max(${rows} * 1.5em + 1.125rem, var(--target, 0px))`, ...style }}
      className={classNames(CONTROL, 'field-sizing-content resize-y px-3 py-2 wrap-anywhere', className)}
    />
  )
}
