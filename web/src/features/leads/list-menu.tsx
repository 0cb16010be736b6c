import { Download, SearchX, Settings2, Sparkles, SquarePen } from 'lucide-react'
import type { ReactElement } from 'react'
import { useNavigate } from '../../lib/router/use-router.ts'
import { useCan } from '../../lib/current-user.ts'
import { passedOverPath } from '../../lib/passed-over-path.ts'
import { useSmartColumns } from '../../lib/smart-columns.ts'
import { Menu, MenuCheckboxItem, MenuContent, MenuItem, MenuLabel, MenuSeparator, MenuTrigger } from '../../ui/menu.tsx'
import { EXPORT_FORMAT_WORDS } from '../../lib/rows/export-formats.ts'
import { toggled } from '../../lib/rows/choices.ts'
import { bulkFilter } from './lead-filters.ts'
import { TABLE_COLUMNS } from './table-columns.ts'
import type { Inbox } from './use-lead-inbox.ts'
import { useManage } from '../../lib/rows/use-manage.ts'

/** The list's menu: visible columns, export, what was not kept, a post to add, and the dialogs for statuses and smart columns. */
export function ListMenu({ inbox, trigger }: { inbox: Inbox; trigger: ReactElement }) {
  const { projectId, settings, filters } = inbox
  const { data: columns = [] } = useSmartColumns(projectId)
  const canExport = useCan('lead.export')
  const canEditStatuses = useCan('status.write')
  const canEditColumns = useCan('column.write')
  const canAdd = useCan('source.write')
  const manage = useManage()
  const navigate = useNavigate()
  const shown = [
    ...(settings.mode === 'table' ? TABLE_COLUMNS.filter((column) => column.canHide) : []).map(({ id, label }) => ({
      id,
      name: label,
    })),
    ...columns.map(({ id, name }) => ({ id, name })),
  ]
  return (
    <Menu defaultOpen>
      <MenuTrigger asChild>{trigger}</MenuTrigger>
      <MenuContent align="end" aria-label="More about this list">
        {canExport && <MenuLabel>Export all that match</MenuLabel>}
        {canExport &&
          EXPORT_FORMAT_WORDS.map(({ format, words }) => (
            <MenuItem key={format} onSelect={() => void inbox.exporting.start(format, bulkFilter(filters.filters))}>
              <Download aria-hidden="true" />
              {words}
            </MenuItem>
          ))}
        {shown.length > 0 && <MenuLabel>Columns</MenuLabel>}
        {shown.map(({ id, name }) => (
          <MenuCheckboxItem
            key={id}
            checked={!settings.hidden.includes(id)}
            onCheckedChange={(on) => settings.change({ hidden: toggled(settings.hidden, id, !on) })}
            onSelect={(event) => event.preventDefault()}
          >
            {name}
          </MenuCheckboxItem>
        ))}
        {(canExport || shown.length > 0) && <MenuSeparator />}
        <MenuItem onSelect={() => void navigate(passedOverPath(projectId, { text: filters.filters.text }))}>
          <SearchX aria-hidden="true" />
          Passed-over posts
        </MenuItem>
        {canAdd && (
          <MenuItem onSelect={() => void navigate('/add')}>
            <SquarePen aria-hidden="true" />
            Add a post you read elsewhere…
          </MenuItem>
        )}
        {canEditStatuses && (
          <MenuItem onSelect={() => manage('statuses')}>
            <Settings2 aria-hidden="true" />
            Edit statuses…
          </MenuItem>
        )}
        {canEditColumns && (
          <MenuItem onSelect={() => manage('columns')}>
            <Sparkles aria-hidden="true" />
            Smart columns…
          </MenuItem>
        )}
      </MenuContent>
    </Menu>
  )
}
