import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { CONTROL } from './input.tsx'

/**
 * Several lines of text, `rows` of them to begin with; grows with what is in it where the browser can: downwards alone, so
 * a long address or word breaks anywhere instead of widening all that is around it.
 */
export function Textarea({ className, rows = 3, style, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      dir="auto"
      rows={rows}
      {...rest}
      style={{ minHeight: `calc(${rows} * 1.5em + 1.125rem)`, ...style }}
      className={classNames(CONTROL, 'field-sizing-content resize-y px-3 py-2 wrap-anywhere', className)}
    />
  )
}
