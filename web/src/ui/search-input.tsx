import { X } from 'lucide-react'
import { useRef } from 'react'
import type { ComponentProps, ReactNode, Ref } from 'react'
import { classNames } from './class-names.ts'
import { CONTROL } from './input.tsx'

interface SearchInputProps extends Omit<ComponentProps<'input'>, 'aria-label' | 'onChange' | 'ref'> {
  ref?: Ref<HTMLInputElement>
  label: string
  value: string
  onText: (text: string) => void
  /** Shown at the end while the field is empty, such as the key that focuses the field. */
  trailing?: ReactNode
  icon: ReactNode
}

/** A search field with an icon in front; at the end a key while it is empty, and otherwise a cross that empties it. */
export function SearchInput({ ref, label, value, onText, trailing, icon, className, ...rest }: SearchInputProps) {
  const field = useRef<HTMLDivElement>(null)
  function clear() {
    onText('')
    field.current?.querySelector('input')?.focus()
  }
  return (
    <div ref={field} className={classNames('relative text-ink-3', className)}>
      <span className="pointer-events-none absolute inset-y-0 left-2.5 grid place-items-center [&_svg]:size-4">
        {icon}
      </span>
      <input
        type="search"
        {...rest}
        ref={ref}
        aria-label={label}
        value={value}
        onChange={(event) => onText(event.target.value)}
        // The browser's own cross has its own colours, and not every browser has one.
        className={classNames(CONTROL, 'h-8 bg-bg pr-9 pl-8 [&::-webkit-search-cancel-button]:hidden')}
      />
      {value === '' ? (
        trailing && (
          <span className="pointer-events-none absolute inset-y-0 right-2 grid place-items-center">{trailing}</span>
        )
      ) : (
        <button
          type="button"
          aria-label="Clear the search"
          onClick={clear}
          className="reach absolute inset-y-0 right-1 my-auto grid size-6.5 place-items-center rounded-control hover:bg-hover hover:text-ink [&_svg]:size-4"
        >
          <X aria-hidden="true" />
        </button>
      )}
    </div>
  )
}
