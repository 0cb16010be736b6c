import type { Status } from '@leadlight/contract/statuses'
import { Download, Tag, Trash2, Undo2 } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuContent, MenuItem, MenuLabel, MenuTrigger } from '../../ui/menu.tsx'
import type { ExportFormat } from './export-formats.ts'
import { EXPORT_FORMAT_WORDS } from './export-formats.ts'
import { StatusMenu } from './status-menu.tsx'

interface BulkStatusProps {
  statuses: readonly Status[]
  onChoose: (status: Status | null) => void
}

/** Sets the status of the selected rows. */
export function BulkStatus({ statuses, onChoose }: BulkStatusProps) {
  if (statuses.length === 0) return null
  return (
    <StatusMenu
      statuses={statuses}
      onChoose={onChoose}
      trigger={
        <Button size="s" variant="quiet">
          <Tag aria-hidden="true" />
          Status
        </Button>
      }
    />
  )
}

/** Deletes the selected rows, or restores them in a list of deleted ones. */
export function BulkDelete({ isDeleted, onDelete }: { isDeleted: boolean; onDelete: (deleted: boolean) => void }) {
  return isDeleted ? (
    <Button size="s" variant="quiet" onClick={() => onDelete(false)}>
      <Undo2 aria-hidden="true" />
      Undelete
    </Button>
  ) : (
    <IconButton label="Delete" size="s" onClick={() => onDelete(true)}>
      <Trash2 aria-hidden="true" />
    </IconButton>
  )
}

interface BulkExportProps {
  onExport: (format: ExportFormat) => void
  /** Why the rows cannot be exported; null if they can. */
  hindrance: string | null
  isEmpty: boolean
}

/** Exports the selected rows. */
export function BulkExport({ onExport, hindrance, isEmpty }: BulkExportProps) {
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button size="s" variant="quiet" aria-label="Export">
          <Download aria-hidden="true" />
        </Button>
      </MenuTrigger>
      <MenuContent align="end" aria-label="Export">
        {hindrance && <MenuLabel className="max-w-56">{hindrance}</MenuLabel>}
        {EXPORT_FORMAT_WORDS.map(({ format, words }) => (
          <MenuItem key={format} disabled={hindrance !== null || isEmpty} onSelect={() => onExport(format)}>
            {words}
          </MenuItem>
        ))}
      </MenuContent>
    </Menu>
  )
}
