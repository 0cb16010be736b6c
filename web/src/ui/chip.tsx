import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type Tone = 'neutral' | 'accent' | 'good' | 'info' | 'bad'

const TONES: Record<Tone, string> = {
  neutral: 'bg-sunken text-ink-2',
  accent: 'bg-accent-soft text-accent',
  good: 'bg-good-soft text-good',
  info: 'bg-info-soft text-info',
  bad: 'bg-bad-soft text-bad',
}

interface ChipProps {
  tone?: Tone
  className?: string
  children: ReactNode
}

/** A short fact in a rounded box: a state, a kind, a count. */
export function Chip({ tone = 'neutral', className, children }: ChipProps) {
  return (
    <span
      className={classNames(
        'inline-flex h-5.5 w-max max-w-full items-center gap-1.5 rounded-full px-2 text-s font-medium whitespace-nowrap',
        TONES[tone],
        className,
      )}
    >
      {children}
    </span>
  )
}

interface ChipButtonProps extends ComponentProps<'button'> {
  /** Whether the filter is on. Leave it out for a chip that opens something. */
  pressed?: boolean
}

/** A chip as a button: switches a filter, or opens a menu of filters. */
export function ChipButton({ pressed, className, ...rest }: ChipButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      {...rest}
      className={classNames(
        'inline-flex h-6.5 shrink-0 items-center gap-1.5 rounded-full border px-2.5 text-s font-medium whitespace-nowrap ' +
          'transition-colors duration-100 [&_svg]:size-3.5',
        pressed
          ? 'border-transparent bg-accent-soft text-accent'
          : 'border-line-strong bg-surface text-ink-2 hover:bg-hover',
        className,
      )}
    />
  )
}
