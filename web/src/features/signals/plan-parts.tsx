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
  hint?: string | undefined
  children: ReactNode
}

/** One part of a plan: its name, its phrases as chips, and how they combine. */
export function PlanRow({ label, hint, children }: PlanRowProps) {
  const id = useId()
  const hintId = useId()
  return (
    <fieldset
      aria-labelledby={id}
      aria-describedby={hint ? hintId : undefined}
      className="grid min-w-0 gap-x-3 gap-y-1 sm:grid-cols-[6.5rem_minmax(0,1fr)] sm:items-baseline"
    >
      <span id={id} className="text-s font-medium text-ink-2">
        {label}
      </span>
      <div className="flex min-w-0 flex-wrap items-center gap-1.5">
        {children}
        {hint && (
          <span id={hintId} className="text-s text-ink-3">
            {hint}
          </span>
        )}
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
  /** What removing it does, where that is not to take it out. */
  label?: string
  onRemove: () => void
  children: string
}

/** A phrase with a remove button. */
export function RemovableChip({ disabled, label, onRemove, children }: RemovableChipProps) {
  return (
    <span className="inline-flex min-h-6.5 max-w-full items-center gap-0.5 rounded-full border bg-surface pl-2.5 text-s text-ink">
      <span className={classNames('truncate', disabled && 'pr-2.5')}>{children}</span>
      {!disabled && (
        <button
          type="button"
          aria-label={label ?? `Take out ${children}`}
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

interface JoinedChipsProps<Item extends string> {
  items: readonly Item[]
  /** The word between each two, which says how they combine. */
  join: string
  disabled: boolean
  wording?: (item: Item) => string
  onRemove: (item: Item) => void
}

/** Phrases as chips, with the word between them that says how they combine. */
export function JoinedChips<Item extends string>(props: JoinedChipsProps<Item>) {
  const { items, join, disabled, wording = String, onRemove } = props
  return items.map((item, at) => (
    <span key={item} className="inline-flex max-w-full items-center gap-1.5">
      {at > 0 && <Joining word={join} />}
      <RemovableChip disabled={disabled} onRemove={() => onRemove(item)}>
        {wording(item)}
      </RemovableChip>
    </span>
  ))
}

/** A word between chips or groups of them. */
export function Joining({ word }: { word: string }) {
  return <span className="text-s text-ink-2">{word}</span>
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
