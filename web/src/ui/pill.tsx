import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

/** A floating button over a list for new rows: "12 new leads". The caller positions it. */
export function Pill({ className, ...rest }: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...rest}
      className={classNames(
        'inline-flex h-8 animate-rise items-center gap-1.5 rounded-full bg-accent px-3.5 text-s font-semibold text-on-accent shadow-float',
        'hover:bg-accent-strong [&_svg]:size-4',
        className,
      )}
    />
  )
}
