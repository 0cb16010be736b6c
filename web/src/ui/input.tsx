import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'

export const CONTROL =
  'w-full rounded-control border border-control/55 bg-surface text-ink transition-colors duration-100 ' +
  'hover:border-control focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-offset-0 ' +
  'disabled:bg-sunken disabled:text-ink-3 aria-invalid:border-bad'

/** A single-line text field. Label it through `Field`, or an `aria-label`. */
export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...rest} className={classNames(CONTROL, 'h-9 px-3', className)} />
}

interface SearchInputProps extends Omit<ComponentProps<'input'>, 'aria-label'> {
  label: string
  /** Shown at the end, such as the key that focuses the field. */
  trailing?: ReactNode
  icon: ReactNode
}

/** A search field with an icon in front and room for a key at the end. */
export function SearchInput({ label, trailing, icon, className, ...rest }: SearchInputProps) {
  return (
    <div className={classNames('relative text-ink-3', className)}>
      <span className="pointer-events-none absolute inset-y-0 left-2.5 grid place-items-center [&_svg]:size-4">
        {icon}
      </span>
      <input type="search" {...rest} aria-label={label} className={classNames(CONTROL, 'h-8 bg-bg pr-9 pl-8')} />
      {trailing && (
        <span className="pointer-events-none absolute inset-y-0 right-2 grid place-items-center">{trailing}</span>
      )}
    </div>
  )
}
