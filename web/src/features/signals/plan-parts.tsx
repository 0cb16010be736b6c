import { PLAN_PHRASE_CHARACTERS_MAX } from '@leadlight/domain/signal-plans'
import { X } from 'lucide-react'
import { useId, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'

/** The style of a field among chips. */
export const PILL_CONTROL =
  'h-6.5 max-w-full rounded-full border border-control/55 bg-surface px-2.5 text-s text-ink hover:border-control ' +
  'focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-offset-0'

interface PlanRowProps {
  label: string
  hint?: string
  children: ReactNode
}

/** One part of a plan: its name, and its phrases as chips. */
export function PlanRow({ label, hint, children }: PlanRowProps) {
  const id = useId()
  return (
    <fieldset
      aria-labelledby={id}
      className="grid min-w-0 gap-x-3 gap-y-1 sm:grid-cols-[6.5rem_minmax(0,1fr)] sm:items-baseline"
    >
      <span id={id} className="text-s font-medium text-ink-2">
        {label}
      </span>
      <div className="flex min-w-0 flex-wrap items-center gap-1.5">
        {children}
        {hint && <span className="text-s text-ink-3">{hint}</span>}
      </div>
    </fieldset>
  )
}

/** Moves the focus of a removed chip to the next in its row. */
function focusNext(pressed: HTMLElement): void {
  const all = [...(pressed.closest('fieldset')?.querySelectorAll<HTMLElement>('button, input') ?? [])]
  const at = all.indexOf(pressed)
  const next = all[at + 1] ?? all[at - 1]
  next?.focus()
}

interface RemovableChipProps {
  disabled: boolean
  onRemove: () => void
  children: string
}

/** A phrase with a remove button. */
export function RemovableChip({ disabled, onRemove, children }: RemovableChipProps) {
  return (
    <span className="inline-flex h-6.5 max-w-full items-center gap-0.5 rounded-full border bg-surface pl-2.5 text-s text-ink">
      <span className={classNames('truncate', disabled && 'pr-2.5')}>{children}</span>
      {!disabled && (
        <button
          type="button"
          aria-label={`Take out ${children}`}
          onClick={(event) => {
            focusNext(event.currentTarget)
            onRemove()
          }}
          className="grid size-6 shrink-0 place-items-center rounded-full text-ink-3 hover:bg-hover hover:text-ink"
        >
          <X aria-hidden="true" className="size-3.5" />
        </button>
      )}
    </span>
  )
}

interface AddPhraseProps {
  label: string
  /** The placeholder, where the context already says what the field is for. */
  placeholder?: string
  onAdd: (phrase: string) => void
}

/** A field that adds a phrase on Enter. Leaving it keeps what is typed. */
export function AddPhrase({ label, placeholder = label, onAdd }: AddPhraseProps) {
  const [typed, setTyped] = useState('')
  function add(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    const phrase = typed.replaceAll(/\s+/gu, ' ').trim()
    if (phrase === '') return
    onAdd(phrase)
    setTyped('')
  }
  return (
    <input
      aria-label={label}
      placeholder={placeholder}
      value={typed}
      maxLength={PLAN_PHRASE_CHARACTERS_MAX}
      enterKeyHint="done"
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={add}
      className={classNames(PILL_CONTROL, placeholder === label ? 'w-52' : 'w-24')}
    />
  )
}
