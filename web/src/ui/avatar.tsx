import { classNames } from './class-names.ts'

/** The initials of up to two words; "?" if there are none. */
export function initials(name: string): string {
  const letters = name
    .split(/[\s@._-]+/u)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => String.fromCodePoint(word.codePointAt(0) ?? 32))
  return letters.join('').toLocaleUpperCase() || '?'
}

const SHAPES = {
  round: 'rounded-full border bg-sunken text-[10.5px] text-ink-2',
  square: 'rounded-[7px] bg-accent-soft text-s text-accent',
}

/** Initials for a person (round) or a thing (square). Decorative: the name is beside it. */
export function Avatar({
  name,
  shape = 'round',
  className,
}: {
  name: string
  shape?: 'round' | 'square'
  className?: string
}) {
  const letters = shape === 'square' ? initials(name.split(/\s/u)[0] ?? '').slice(0, 2) : initials(name)
  return (
    <span
      aria-hidden="true"
      className={classNames('grid size-6.5 shrink-0 place-items-center font-semibold', SHAPES[shape], className)}
    >
      {letters}
    </span>
  )
}
