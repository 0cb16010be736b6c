import { useId, useRef, useState } from 'react'
import type { KeyboardEvent, RefObject } from 'react'
import { flushSync } from 'react-dom'
import { useDraft } from '../../lib/draft.ts'
import { formatNumber } from '../../lib/format.ts'
import { isMac } from '../../lib/is-mac.ts'
import { messageOf } from '../../lib/request-error.ts'
import { useTeammates } from '../../lib/teammates.ts'
import { Button } from '../../ui/button.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { mentionables, mentionAt, toStored } from './mentions.ts'
import { nextIndex, optionId, TeammateOptions } from './teammate-options.tsx'
import { useLeadAction } from './use-lead-action.ts'
import { matchTeammates } from './match-teammates.ts'

const NOTE_MAX = 5000

interface NoteComposerProps {
  projectId: string
  leadId: string
  onAdd: (text: string) => Promise<void>
  onLeave: () => void
}

/** The field for a new note. `@` offers the teammates; the text survives errors and leaving the lead. */
export function NoteComposer({ projectId, leadId, onAdd, onLeave }: NoteComposerProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const draft = useDraft(`note:${leadId}`, '')
  const mention = useMention(projectId, field, draft)
  const { add, isBusy, failure } = useAdding(draft, (text) => onAdd(toStored(text, mention.everybody)))
  // Not cut on paste: the author chooses what to shorten.
  const isTooLong = draft.value.length > NOTE_MAX
  useLeadAction('focus_note', leadId, () => field.current?.focus())

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (mention.onKeyDown(event)) return event.preventDefault()
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) void add()
    else if (event.key === 'Escape') onLeave()
    else return
    event.preventDefault()
  }
  return (
    <div className="grid gap-1.5">
      <div className="relative">
        <Textarea
          ref={field}
          aria-label="Add a note"
          placeholder="Add a note. @ mentions a teammate."
          rows={2}
          value={draft.value}
          aria-invalid={failure !== null || isTooLong || undefined}
          {...mention.attributes}
          onChange={(event) => {
            draft.set(event.target.value)
            mention.updateMention(event.target)
          }}
          onSelect={(event) => mention.updateMention(event.currentTarget)}
          onBlur={mention.close}
          onKeyDown={onKeyDown}
        />
        {mention.list && (
          <div className="absolute inset-x-0 top-full z-20 mt-1 max-w-72 animate-rise rounded-card border bg-surface p-1 shadow-float">
            {mention.list}
          </div>
        )}
      </div>
      {isTooLong && (
        <p role="alert" className="num text-s text-bad">
          A note holds {formatNumber(NOTE_MAX)} characters; this has {formatNumber(draft.value.length)}.
        </p>
      )}
      {failure !== null && (
        <p role="alert" className="text-s text-bad">
          The note could not be added. {messageOf(failure)}
        </p>
      )}
      <div className="flex items-center gap-2">
        <Button size="s" busy={isBusy} disabled={draft.value.trim() === '' || isTooLong} onClick={() => void add()}>
          Add note
        </Button>
        <span aria-hidden="true" className="flex items-center gap-1 text-s text-ink-3">
          <Kbd>{isMac() ? '⌘' : 'Ctrl'}</Kbd>
          <Kbd>Enter</Kbd>
        </span>
      </div>
    </div>
  )
}

/** Adds the note, once at a time; the draft is deleted only once it is stored. */
function useAdding(draft: { value: string; clear: () => void }, onAdd: (text: string) => Promise<void>) {
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  async function add() {
    const text = draft.value.trim()
    if (text === '' || isBusy || text.length > NOTE_MAX) return
    setBusy(true)
    setFailure(null)
    try {
      await onAdd(text)
      draft.clear()
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return { add, isBusy, failure }
}

/** The list of teammates that opens after an `@`, controlled by the field's own keys. */
function useMention(
  projectId: string,
  field: RefObject<HTMLTextAreaElement | null>,
  draft: { value: string; set: (text: string) => void },
) {
  const listId = useId()
  const { data: teammates = [] } = useTeammates(projectId)
  const everybody = mentionables(teammates)
  const [open, setOpen] = useState<{ start: number; typed: string } | null>(null)
  const [activeIndex, setActiveIndex] = useState(0)
  const options = open ? matchTeammates(everybody, open.typed) : []
  const isOpen = options.length > 0
  const close = () => setOpen(null)

  function updateMention({ value, selectionStart }: HTMLTextAreaElement) {
    const found = mentionAt(value, selectionStart)
    if (found?.start !== open?.start || found?.typed !== open?.typed) setActiveIndex(0)
    setOpen(found)
  }
  function choose(label: string) {
    if (!open) return
    const before = `${draft.value.slice(0, open.start)}@${label} `
    const after = draft.value.slice(open.start + 1 + open.typed.length).replace(/^ /u, '')
    // Rendered before the next key, or further typing would land at the end of the text.
    flushSync(() => {
      draft.set(before + after)
      close()
    })
    field.current?.setSelectionRange(before.length, before.length)
  }
  /** Whether the list used the key. */
  function onKeyDown({ key, metaKey, ctrlKey }: KeyboardEvent): boolean {
    if (!isOpen || metaKey || ctrlKey) return false
    const next = nextIndex(key, activeIndex, options.length)
    if (next !== null) setActiveIndex(next)
    else if (key === 'Enter' || key === 'Tab') choose(options[activeIndex]?.label ?? '')
    else if (key === 'Escape') close()
    else return false
    return true
  }
  return {
    everybody,
    updateMention,
    close,
    onKeyDown,
    attributes: {
      'aria-autocomplete': 'list',
      'aria-controls': isOpen ? listId : undefined,
      'aria-activedescendant': isOpen ? optionId(listId, activeIndex) : undefined,
    } as const,
    list: isOpen && (
      <TeammateOptions
        id={listId}
        label="Teammates"
        options={options}
        activeIndex={activeIndex}
        onChoose={(option) => choose(option.label)}
        onPoint={setActiveIndex}
      />
    ),
  }
}
