import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Spinner } from './spinner.tsx'

export type ButtonVariant = 'default' | 'primary' | 'quiet' | 'danger'
export type ButtonSize = 's' | 'm' | 'l'

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant
  size?: ButtonSize
  /** Work is in progress: a spinner shows and presses do nothing, but the focus stays. */
  busy?: boolean
  children: ReactNode
}

const BASE =
  'target inline-flex shrink-0 items-center justify-center gap-1.5 border font-medium whitespace-nowrap rounded-control ' +
  'transition-colors duration-100 select-none disabled:opacity-50 aria-disabled:opacity-70 [&_svg]:size-4 [&_svg]:shrink-0'

const SIZES: Record<ButtonSize, string> = {
  s: 'h-6.5 px-2 text-s',
  m: 'h-8 px-3 text-m',
  l: 'h-10 px-4 text-l',
}

const VARIANTS: Record<ButtonVariant, string> = {
  default: 'border-line-strong bg-surface text-ink enabled:hover:bg-hover [a&]:hover:bg-hover',
  primary:
    'border-accent bg-accent text-on-accent enabled:hover:border-accent-strong enabled:hover:bg-accent-strong ' +
    '[a&]:hover:border-accent-strong [a&]:hover:bg-accent-strong',
  quiet:
    'border-transparent bg-transparent text-ink-2 enabled:hover:bg-hover enabled:hover:text-ink [a&]:hover:bg-hover',
  danger: 'border-line-strong bg-surface text-bad enabled:hover:border-bad enabled:hover:bg-bad-soft',
}

/** The look of a button for a link: `<Link className={buttonClass('primary')}>`. */
export function buttonClass(variant: ButtonVariant = 'default', size: ButtonSize = 'm', extra?: string): string {
  return classNames(BASE, SIZES[size], VARIANTS[variant], extra)
}

/** A button. Its `type` defaults to `button`, so it never submits a form by accident. */
export function Button({ variant, size, busy, className, children, onClick, ...rest }: ButtonProps) {
  function press(event: MouseEvent<HTMLButtonElement>) {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type="button"
      {...rest}
      onClick={press}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      className={buttonClass(variant, size, className)}
    >
      {busy && <Spinner />}
      {children}
    </button>
  )
}
