import { Avatar } from '../../ui/avatar.tsx'
import { classNames } from '../../ui/class-names.ts'

export interface TeammateOption {
  /** Null means nobody. */
  user_id: string | null
  label: string
}

// HTML has no element for options controlled by a text field beside them.
const LISTBOX = { role: 'listbox' } as const
/** For the field whose arrow keys move through the options. */
export const COMBOBOX = { role: 'combobox' } as const

interface TeammateOptionsProps {
  id: string
  label: string
  options: readonly TeammateOption[]
  activeIndex: number
  onChoose: (option: TeammateOption) => void
  onPoint: (index: number) => void
}

/** The people to choose from. The focus stays in the field above, which names the active option. */
export function TeammateOptions({ id, label, options, activeIndex, onChoose, onPoint }: TeammateOptionsProps) {
  return (
    <div id={id} {...LISTBOX} aria-label={label} className="grid gap-px">
      {options.map((option, index) => (
        <button
          type="button"
          key={option.user_id}
          id={optionId(id, index)}
          {...asOption(index === activeIndex)}
          tabIndex={-1}
          // A press would blur the field and close the list.
          onPointerDown={(event) => event.preventDefault()}
          onPointerMove={() => onPoint(index)}
          onClick={() => onChoose(option)}
          className={classNames(
            'flex min-h-8 items-center gap-2 rounded-control px-2 py-1 text-left',
            index === activeIndex && 'bg-hover',
          )}
        >
          {option.user_id && <Avatar name={option.label} className="size-5.5 text-[9.5px]" />}
          <span className="truncate">{option.label}</span>
        </button>
      ))}
    </div>
  )
}

function asOption(isActive: boolean) {
  return { role: 'option', 'aria-selected': isActive } as const
}

export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`
}

/** The option that an arrow key leads to, wrapping around; null for other keys. */
export function nextIndex(key: string, index: number, count: number): number | null {
  if (count === 0) return null
  if (key === 'ArrowDown') return (index + 1) % count
  if (key === 'ArrowUp') return (index - 1 + count) % count
  return null
}
