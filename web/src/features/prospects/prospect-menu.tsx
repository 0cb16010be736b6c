import { Download, Settings2 } from 'lucide-react'
import type { ReactElement } from 'react'
import { useCan } from '../../lib/current-user.ts'
import { toggled } from '../../lib/rows/choices.ts'
import { EXPORT_FORMAT_WORDS } from '../../lib/rows/export-formats.ts'
import { useManage } from '../../lib/rows/use-manage.ts'
import { Menu, MenuCheckboxItem, MenuContent, MenuItem, MenuLabel, MenuSeparator, MenuTrigger } from '../../ui/menu.tsx'
import type { ProspectRow } from './prospect-kind.ts'
import type { Prospects } from './use-prospects.ts'

interface ProspectMenuProps<Row extends ProspectRow> {
  prospects: Prospects<Row>
  trigger: ReactElement
}

/** The list's menu: export, visible columns, and the dialog for statuses. */
export function ProspectMenu<Row extends ProspectRow>({ prospects, trigger }: ProspectMenuProps<Row>) {
  const { kind, settings, filters, exporting } = prospects
  const canExport = useCan('lead.export')
  const canEditStatuses = useCan('status.write')
  const manage = useManage()
  return (
    <Menu defaultOpen>
      <MenuTrigger asChild>{trigger}</MenuTrigger>
      <MenuContent align="end" aria-label="More about this list">
        {canExport && <MenuLabel>Export all that match</MenuLabel>}
        {canExport &&
          EXPORT_FORMAT_WORDS.map(({ format, words }) => (
            <MenuItem key={format} onSelect={() => void exporting.start(format, { filters: filters.filters })}>
              <Download aria-hidden="true" />
              {words}
            </MenuItem>
          ))}
        <MenuLabel>Columns</MenuLabel>
        {kind.columns
          .filter((column) => column.canHide)
          .map(({ id, label }) => (
            <MenuCheckboxItem
              key={id}
              checked={!settings.hidden.includes(id)}
              onCheckedChange={(on) => settings.change({ hidden: toggled(settings.hidden, id, !on) })}
              onSelect={(event) => event.preventDefault()}
            >
              {label}
            </MenuCheckboxItem>
          ))}
        {canEditStatuses && (
          <>
            <MenuSeparator />
            <MenuItem onSelect={() => manage('statuses')}>
              <Settings2 aria-hidden="true" />
              Edit statuses…
            </MenuItem>
          </>
        )}
      </MenuContent>
    </Menu>
  )
}
