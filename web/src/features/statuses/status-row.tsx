import type { Status } from '@leadlight/contract/statuses'
import { Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { messageOf } from '../../lib/request-error.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { InlineConfirm } from '../../ui/inline-confirm.tsx'
import { SortHandle } from '../../ui/sort-handle.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useEscape } from '../../ui/use-escape.ts'
import type { Sortable } from '../../ui/use-sortable.ts'
import { ColorPicker } from './color-picker.tsx'
import type { useStatusChanges } from './use-statuses.ts'

interface StatusRowProps {
  status: Status
  sortable: Sortable
  changes: ReturnType<typeof useStatusChanges>
  /** How many leads have it, in words; null if that is unknown. */
  count: string | null
  /** The consequence of deleting it, in a sentence. */
  consequence: string
}

/** A status with inline renaming, recolouring, moving and deletion. */
export function StatusRow({ status, sortable, changes, count, consequence }: StatusRowProps) {
  const [isDeleting, setDeleting] = useState(false)
  const trash = useRef<HTMLButtonElement>(null)
  const isLifted = sortable.liftedId === status.id
  async function recolour(color: Status['color']) {
    await changes
      .change(status.id, { color })
      .catch((error: unknown) => showToast({ kind: 'error', message: `The color was not saved. ${messageOf(error)}` }))
  }
  async function remove() {
    try {
      await changes.remove(status.id)
      showToast({ kind: 'success', message: `${status.name} is deleted.` })
    } catch (error) {
      showToast({ kind: 'error', message: `${status.name} was not deleted. ${messageOf(error)}` })
    }
  }
  function keep() {
    setDeleting(false)
    trash.current?.focus()
  }
  return (
    <li
      style={sortable.rowStyle(status.id)}
      className={`bg-surface ${isLifted ? 'rounded-card shadow-float' : 'border-b first:rounded-t-card last:rounded-b-card last:border-b-0'}`}
    >
      <div className="flex items-start gap-0.5 py-1.5 pr-1.5 pl-1">
        <SortHandle sortable={sortable} id={status.id} name={status.name} />
        <ColorPicker of={status.name} color={status.color} onChange={(color) => void recolour(color)} />
        <NameField status={status} onRename={(name) => changes.change(status.id, { name })} />
        {count && <span className="num shrink-0 px-1.5 leading-8 text-ink-3">{count}</span>}
        <IconButton ref={trash} label={`Delete ${status.name}`} onClick={() => setDeleting(true)}>
          <Trash2 aria-hidden="true" />
        </IconButton>
      </div>
      {isDeleting && (
        <div className="mx-2 mb-2">
          <InlineConfirm label={`Delete ${status.name}?`} action="Delete" onConfirm={remove} onKeep={keep}>
            {consequence}
          </InlineConfirm>
        </div>
      )}
    </li>
  )
}

interface NameFieldProps {
  status: Status
  onRename: (name: string) => Promise<void>
}

/** The name as a field. Enter or blur saves it, Escape cancels; a refused name stays for correction. */
function NameField({ status, onRename }: NameFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  function cancel() {
    setTyped(null)
    setError(null)
  }
  useEscape(typed !== null, cancel)
  async function save() {
    const name = typed?.trim()
    if (name === undefined) return
    if (name === '' || name === status.name) return cancel()
    setError(null)
    try {
      await onRename(name)
      setTyped(null)
    } catch (failure) {
      setError(messageOf(failure))
      input.current?.focus()
    }
  }
  return (
    <div className="min-w-0 flex-1">
      <input
        ref={input}
        value={typed ?? status.name}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => error === null && void save()}
        onKeyDown={(event) => event.key === 'Enter' && void save()}
        maxLength={60}
        aria-label={`Name of ${status.name}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `name-${status.id}` : undefined}
        className="h-8 w-full truncate rounded-control border border-transparent bg-transparent px-1.5 font-medium hover:border-line-strong focus-visible:border-accent focus-visible:bg-surface focus-visible:outline-1 focus-visible:outline-offset-0 aria-invalid:border-bad"
      />
      {error && (
        <p id={`name-${status.id}`} role="alert" className="px-1.5 pt-1 text-s text-bad">
          {error}
        </p>
      )}
    </div>
  )
}
