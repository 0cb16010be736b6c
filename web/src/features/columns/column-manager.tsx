import type { SmartColumn } from '@leadlight/contract/columns'
import { COLUMNS_MAX } from '@leadlight/domain/columns'
import { Columns3, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useCan } from '../../lib/current-user.ts'
import { messageOf } from '../../lib/request-error.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useEscape } from '../../ui/use-escape.ts'
import { useSortable } from '../../ui/use-sortable.ts'
import { ColumnForm } from './column-form.tsx'
import { ColumnRow } from './column-row.tsx'
import { idsOf, useColumnChanges, useColumns } from './use-columns.ts'

/** Replaces a column's id while a new one is being written. */
const NEW = 'new'

/** The project's smart columns: add, edit, reorder, stop and delete, with their progress. */
export function ColumnManager({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const columns = useColumns(projectId)
  const changes = useColumnChanges(projectId)
  const [edited, setEdited] = useState<string | null>(null)
  const column = columns.data?.find(({ id }) => id === edited) ?? null
  const isForm = edited === NEW || column !== null
  const leaveForm = () => setEdited(null)
  useEscape(isForm, leaveForm)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={column ? `Change ${column.name}` : isForm ? 'New smart column' : 'Smart columns'}
      description={
        isForm ? undefined : 'A question of your own, answered for every lead, to show beside it and to filter by.'
      }
    >
      {isForm ? (
        <ColumnForm key={edited} {...{ projectId, column, changes }} onDone={leaveForm} />
      ) : (
        <ColumnList {...{ columns, changes }} onEdit={setEdited} />
      )}
    </Dialog>
  )
}

interface ColumnListProps {
  columns: ReturnType<typeof useColumns>
  changes: ReturnType<typeof useColumnChanges>
  onEdit: (id: string) => void
}

function ColumnList({ columns, changes, onEdit }: ColumnListProps) {
  const canWrite = useCan('column.write')
  const { data, error, mutate, isValidating } = columns
  if (!data && error) {
    return (
      <ErrorState title="The smart columns could not be loaded" onRetry={() => void mutate()} retrying={isValidating}>
        {messageOf(error)}
      </ErrorState>
    )
  }
  if (!data) {
    return (
      <SkeletonGroup label="Loading the smart columns" className="grid gap-2">
        <Skeleton className="h-20" />
        <Skeleton className="h-20" />
      </SkeletonGroup>
    )
  }
  const add = canWrite && (
    <Button variant={data.length === 0 ? 'primary' : 'default'} onClick={() => onEdit(NEW)}>
      <Plus aria-hidden="true" />
      New column
    </Button>
  )
  if (data.length === 0) {
    return (
      <EmptyState
        icon={<Columns3 aria-hidden="true" />}
        title="No smart columns yet"
        action={add}
        className="rounded-card border border-dashed py-9"
      >
        Such as: Does the author run servers? Which tool do they use today?
      </EmptyState>
    )
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <Rows {...{ canWrite, changes, onEdit }} columns={data} />
      {data.length < COLUMNS_MAX ? (
        <div>{add}</div>
      ) : (
        <p className="text-ink-3">There are {COLUMNS_MAX} smart columns, as many as a project can have.</p>
      )}
    </div>
  )
}

interface RowsProps extends Omit<ColumnListProps, 'columns'> {
  columns: readonly SmartColumn[]
  canWrite: boolean
}

function Rows({ columns, changes, canWrite, onEdit }: RowsProps) {
  const list = useRef<HTMLUListElement>(null)
  async function move(id: string, place: number) {
    await changes
      .move(id, place)
      .catch((error: unknown) => showToast({ kind: 'error', message: `The order was not saved. ${messageOf(error)}` }))
  }
  const sortable = useSortable({
    list,
    ids: idsOf(columns),
    nameOf: (id) => columns.find((column) => column.id === id)?.name ?? '',
    onMove: (id, place) => void move(id, place),
  })
  return (
    <>
      <ul ref={list} aria-label="Smart columns" className="rounded-card border">
        {columns.map((column) => (
          <ColumnRow key={column.id} {...{ column, sortable, changes, canWrite }} onEdit={() => onEdit(column.id)} />
        ))}
      </ul>
      <output className="sr-only">{sortable.announcement}</output>
    </>
  )
}
