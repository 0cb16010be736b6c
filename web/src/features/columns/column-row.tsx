import type { SmartColumn } from '@leadlight/contract/columns'
import { CircleStop, Pencil, Play, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { formatCount } from '../../lib/format.ts'
import { messageOf } from '../../lib/request-error.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { InlineConfirm } from '../../ui/inline-confirm.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SortHandle } from '../../ui/sort-handle.tsx'
import { showToast } from '../../ui/toast.tsx'
import type { Sortable } from '../../ui/use-sortable.ts'
import { ColumnProgress } from './column-progress.tsx'
import { quoteWords, useQuote } from './column-quote.tsx'
import type { useColumnChanges } from './use-columns.ts'

interface ColumnRowProps {
  projectId: string
  column: SmartColumn
  sortable: Sortable
  changes: ReturnType<typeof useColumnChanges>
  canWrite: boolean
  onEdit: () => void
}

/** A smart column: what it asks, how far it is, and what can be done with it. */
export function ColumnRow({ projectId, column, sortable, changes, canWrite, onEdit }: ColumnRowProps) {
  const [asking, setAsking] = useState<'delete' | 'resume' | null>(null)
  const asker = useRef<HTMLButtonElement>(null)
  const isLifted = sortable.liftedId === column.id
  const isRunning = column.progress.waiting > 0 && column.paused === null
  function keep() {
    setAsking(null)
    asker.current?.focus()
  }
  return (
    <li
      style={sortable.rowStyle(column.id)}
      className={`bg-surface ${isLifted ? 'rounded-card shadow-float' : 'border-b last:border-b-0'}`}
    >
      <div className="flex items-start gap-1 p-2">
        {canWrite && <SortHandle sortable={sortable} id={column.id} name={column.name} />}
        <div className="grid min-w-0 flex-1 gap-1.5 px-1.5 py-1">
          <h3 className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
            <span className="min-w-0 break-words">{column.name}</span>
            <Chip>{column.type === 'boolean' ? 'Yes or no' : 'Text'}</Chip>
          </h3>
          <p className="text-ink-2 break-words">{column.prompt}</p>
          <ColumnProgress column={column} />
        </div>
        {canWrite && (
          <div className="flex shrink-0">
            {isRunning && <StopButton column={column} onStop={() => changes.stop(column.id)} />}
            <IconButton label={`Change ${column.name}`} onClick={onEdit}>
              <Pencil aria-hidden="true" />
            </IconButton>
            <IconButton ref={asker} label={`Delete ${column.name}`} onClick={() => setAsking('delete')}>
              <Trash2 aria-hidden="true" />
            </IconButton>
          </div>
        )}
      </div>
      {column.paused !== null && asking !== 'resume' && (
        <PausedNotice why={column.paused} canResume={canWrite} onResume={() => setAsking('resume')} />
      )}
      {asking && (
        <div className="mx-3 mb-3">
          {asking === 'delete' ? (
            <DeleteConfirm column={column} onKeep={keep} onDelete={() => changes.remove(column.id)} />
          ) : (
            <ResumeConfirm
              {...{ projectId, column }}
              onKeep={keep}
              onResume={async () => {
                await changes.change(column.id, {}, true)
                keep()
              }}
            />
          )}
        </div>
      )}
    </li>
  )
}

interface PausedNoticeProps {
  why: string
  canResume: boolean
  onResume: () => void
}

function PausedNotice({ why, canResume, onResume }: PausedNoticeProps) {
  const resume = canResume && (
    <Button size="s" onClick={onResume}>
      <Play aria-hidden="true" />
      Resume
    </Button>
  )
  return (
    <Notice tone="warning" className="mx-3 mb-3" action={resume}>
      {why}
    </Notice>
  )
}

function StopButton({ column, onStop }: { column: SmartColumn; onStop: () => Promise<void> }) {
  const [busy, setBusy] = useState(false)
  async function stop() {
    setBusy(true)
    await onStop().catch((error: unknown) =>
      showToast({ kind: 'error', message: `${column.name} was not stopped. ${messageOf(error)}` }),
    )
    setBusy(false)
  }
  return (
    <IconButton label={`Stop filling ${column.name}`} busy={busy} onClick={() => void stop()}>
      {!busy && <CircleStop aria-hidden="true" />}
    </IconButton>
  )
}

interface ConfirmProps {
  column: SmartColumn
  onKeep: () => void
}

function DeleteConfirm({ column, onKeep, onDelete }: ConfirmProps & { onDelete: () => Promise<void> }) {
  const { done } = column.progress
  async function remove() {
    try {
      await onDelete()
      showToast({ kind: 'success', message: `${column.name} is deleted.` })
    } catch (error) {
      showToast({ kind: 'error', message: `${column.name} was not deleted. ${messageOf(error)}` })
    }
  }
  return (
    <InlineConfirm label={`Delete ${column.name}?`} action="Delete" onConfirm={remove} onKeep={onKeep}>
      {done > 0
        ? `Its ${formatCount(done, 'value')} ${done === 1 ? 'goes' : 'go'} with it, for good.`
        : 'It has no values.'}
    </InlineConfirm>
  )
}

interface ResumeConfirmProps extends ConfirmProps {
  projectId: string
  onResume: () => Promise<void>
}

/** Says what going on costs before it does. */
function ResumeConfirm({ projectId, column, onKeep, onResume }: ResumeConfirmProps) {
  const { quote, error } = useQuote(projectId, column)
  async function resume() {
    await onResume().catch((failure: unknown) =>
      showToast({ kind: 'error', message: `${column.name} was not resumed. ${messageOf(failure)}` }),
    )
  }
  return (
    <InlineConfirm
      label={`Resume ${column.name}?`}
      action="Work out all anew"
      keep="Not now"
      tone="plain"
      disabled={quote === undefined || quote.answered_by === 'none'}
      onConfirm={resume}
      onKeep={onKeep}
    >
      {quote
        ? `${quoteWords(quote)}. ${quote.why}`
        : error === undefined
          ? 'Working out what this costs…'
          : messageOf(error)}
    </InlineConfirm>
  )
}
