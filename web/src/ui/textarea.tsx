import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { CONTROL } from './input.tsx'

/** Several lines of text; grows with what is in it where the browser can. */
export function Textarea({ className, rows = 3, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={rows}
      {...rest}
      className={classNames(CONTROL, 'field-sizing-content min-h-16 resize-y px-3 py-2', className)}
    />
  )
}
