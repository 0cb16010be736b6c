import type { SmartColumn } from '@leadlight/contract/columns'
import { CircleStop, Pencil, Play, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { formatCount } from '../../lib/format.ts'
import { useInstance } from '../../lib/instance.ts'
import { useToastedAttempt } from '../../lib/use-toasted-attempt.ts'
import { Chip } from '../../ui/chip.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { InlineConfirm } from '../../ui/inline-confirm.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SortHandle } from '../../ui/sort-handle.tsx'
import { showToast } from '../../ui/toast.tsx'
import type { Sortable } from '../../ui/use-sortable.ts'
import { ColumnProgress } from './column-progress.tsx'
import type { useColumnChanges } from './use-columns.ts'

interface ColumnRowProps {
  column: SmartColumn
  sortable: Sortable
  changes: ReturnType<typeof useColumnChanges>
  canWrite: boolean
  onEdit: () => void
}

/** A smart column: its question, its progress, and its actions. */
export function ColumnRow({ column, sortable, changes, canWrite, onEdit }: ColumnRowProps) {
  const [isDeleting, setDeleting] = useState(false)
  const asker = useRef<HTMLButtonElement>(null)
  const isLifted = sortable.liftedId === column.id
  function keep() {
    setDeleting(false)
    asker.current?.focus()
  }
  return (
    <li
      style={sortable.rowStyle(column.id)}
      className={`bg-surface ${isLifted ? 'rounded-card shadow-float' : 'border-b first:rounded-t-card last:rounded-b-card last:border-b-0'}`}
    >
      <div className="flex items-start gap-1 p-2">
        {canWrite && <SortHandle sortable={sortable} id={column.id} name={column.name} />}
        <div className="grid min-w-0 flex-1 grid-cols-1 gap-1.5 px-1.5 py-1">
          <h3 className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
            <span className="min-w-0 wrap-anywhere">{column.name}</span>
            <Chip>{column.type === 'boolean' ? 'Yes or no' : 'Text'}</Chip>
          </h3>
          <p className="text-ink-2 wrap-anywhere">{column.prompt}</p>
          <ColumnProgress column={column} />
        </div>
        {canWrite && (
          <div className="flex shrink-0">
            <RunButton column={column} changes={changes} />
            <IconButton label={`Change ${column.name}`} onClick={onEdit}>
              <Pencil aria-hidden="true" />
            </IconButton>
            <IconButton ref={asker} label={`Delete ${column.name}`} onClick={() => setDeleting(true)}>
              <Trash2 aria-hidden="true" />
            </IconButton>
          </div>
        )}
      </div>
      {column.paused !== null && (
        <Notice tone="warning" className="mx-3 mb-3">
          {column.paused}
        </Notice>
      )}
      {isDeleting && (
        <div className="mx-3 mb-3">
          <DeleteConfirm column={column} onKeep={keep} onDelete={() => changes.remove(column.id)} />
        </div>
      )}
    </li>
  )
}

interface RunButtonProps {
  column: SmartColumn
  changes: ReturnType<typeof useColumnChanges>
}

/** Stops a column being filled, or resumes an unfinished one. Renders nothing if it is done. */
function RunButton({ column, changes }: RunButtonProps) {
  const instance = useInstance()
  const { busy, run } = useToastedAttempt()
  const { waiting, failed, needs_model: needsModel } = column.progress
  const isRunning = waiting > 0 && column.paused === null
  const left = waiting + failed + (instance && instance.ai !== 'local' ? needsModel : 0)
  if (isRunning) {
    return (
      <IconButton
        label={`Stop filling ${column.name}`}
        busy={busy}
        onClick={() => void run(() => changes.stop(column.id), `${column.name} was not stopped.`)}
      >
        {!busy && <CircleStop aria-hidden="true" />}
      </IconButton>
    )
  }
  if (left === 0 && column.paused === null) return null
  return (
    <IconButton
      label={`Resume ${column.name}, with what is left`}
      busy={busy}
      onClick={() => void run(() => changes.resume(column.id), `${column.name} was not resumed.`)}
    >
      {!busy && <Play aria-hidden="true" />}
    </IconButton>
  )
}

interface ConfirmProps {
  column: SmartColumn
  onKeep: () => void
}

function DeleteConfirm({ column, onKeep, onDelete }: ConfirmProps & { onDelete: () => Promise<void> }) {
  const { done } = column.progress
  const { run } = useToastedAttempt()
  async function remove() {
    await onDelete()
    showToast({ kind: 'success', message: `${column.name} is deleted.` })
  }
  return (
    <InlineConfirm
      label={`Delete ${column.name}?`}
      action="Delete"
      onConfirm={() => run(remove, `${column.name} was not deleted.`)}
      onKeep={onKeep}
    >
      {done > 0
        ? `Its ${formatCount(done, 'value')} ${done === 1 ? 'goes' : 'go'} with it, for good.`
        : 'It has no values.'}
    </InlineConfirm>
  )
}
