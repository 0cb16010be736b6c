import { Mail, MailOpen, Trash2, Undo2, X } from 'lucide-react'
import { formatCount, formatNumber } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'

interface BulkBarProps {
  count: number
  /** All that match the filters are meant, not only those named. */
  isAll: boolean
  /** How many match the filters in all. */
  total: number
  isTotalCapped: boolean
  /** The list shows deleted leads: they can be brought back. */
  isDeletedList: boolean
  canDelete: boolean
  onSelectAll: () => void
  onRead: (read: boolean) => void
  onDelete: (deleted: boolean) => void
  onClear: () => void
}

/** What can be done to the selected rows at once. */
export function BulkBar(props: BulkBarProps) {
  const { count, isAll, total, isTotalCapped, isDeletedList, canDelete, onSelectAll, onRead, onDelete, onClear } = props
  const totalText = `${formatNumber(total)}${isTotalCapped ? '+' : ''}`
  return (
    <div
      role="toolbar"
      aria-label="Selected leads"
      className="flex flex-wrap items-center gap-1 border-b bg-accent-soft px-2.5 py-1.5"
    >
      <IconButton label="Clear the selection" size="s" onClick={onClear}>
        <X aria-hidden="true" />
      </IconButton>
      <output className="text-s font-semibold">
        {isAll ? `All ${totalText} selected` : `${formatCount(count, 'lead')} selected`}
      </output>
      {!isAll && total > count && (
        <button type="button" className="link text-s" onClick={onSelectAll}>
          Select all {totalText}
        </button>
      )}
      <span className="ml-auto flex gap-0.5">
        <IconButton label="Mark as read" size="s" onClick={() => onRead(true)}>
          <MailOpen aria-hidden="true" />
        </IconButton>
        <IconButton label="Mark as unread" size="s" onClick={() => onRead(false)}>
          <Mail aria-hidden="true" />
        </IconButton>
        {canDelete &&
          (isDeletedList ? (
            <Button size="s" variant="quiet" onClick={() => onDelete(false)}>
              <Undo2 aria-hidden="true" />
              Undelete
            </Button>
          ) : (
            <IconButton label="Delete" size="s" onClick={() => onDelete(true)}>
              <Trash2 aria-hidden="true" />
            </IconButton>
          ))}
      </span>
    </div>
  )
}
