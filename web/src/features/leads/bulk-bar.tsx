import { Download, Mail, MailOpen, Tag, Trash2, Undo2, X } from 'lucide-react'
import { useCan } from '../../lib/current-user.ts'
import { formatCount, formatNumber } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuContent, MenuItem, MenuLabel, MenuTrigger } from '../../ui/menu.tsx'
import { EXPORT_FORMAT_WORDS } from './export-formats.ts'
import { bulkFilter } from './lead-filters.ts'
import { selectedOf, useListState } from './list-store.ts'
import { StatusMenu } from './status-menu.tsx'
import type { Inbox } from './use-lead-inbox.ts'

/** An export names so many leads one by one; more are named by the filters. */
const EXPORT_NAMED_MAX = 200

/** What can be done to the selected rows at once. */
export function BulkBar({ inbox, canDelete }: { inbox: Inbox; canDelete: boolean }) {
  const { store, filters, list, statuses } = inbox
  const isAll = useListState(store, (state) => state.selection.isAll)
  const count = useListState(store, (state) => state.selection.ids.size)
  const total = list.loaded?.total ?? 0
  const loadedCount = list.loaded?.items.length ?? 0
  const totalText = `${formatNumber(total)}${list.loaded?.isTotalCapped ? '+' : ''}`
  return (
    <div
      role="toolbar"
      aria-label="Selected leads"
      className="flex flex-wrap items-center gap-x-1 gap-y-0.5 border-b bg-accent-soft px-2.5 py-1.5"
    >
      <IconButton label="Clear the selection" size="s" onClick={store.clear}>
        <X aria-hidden="true" />
      </IconButton>
      <output className="text-s font-semibold">
        {isAll ? `All ${totalText} that match selected` : `${formatCount(count, 'lead')} selected`}
      </output>
      {!isAll && count < loadedCount && (
        <button type="button" className="link ml-1 text-s" onClick={store.selectLoaded}>
          Select {formatNumber(loadedCount)} shown
        </button>
      )}
      {!isAll && total > loadedCount && (
        <button type="button" className="link ml-1 text-s" onClick={store.selectAll}>
          Select all {totalText} that match
        </button>
      )}
      <span className="ml-auto flex gap-0.5">
        {statuses.length > 0 && (
          <StatusMenu
            statuses={statuses}
            onChoose={(status) => inbox.setStatus(status)}
            trigger={
              <Button size="s" variant="quiet">
                <Tag aria-hidden="true" />
                Status
              </Button>
            }
          />
        )}
        <IconButton label="Mark as read" size="s" onClick={() => inbox.setRead(true)}>
          <MailOpen aria-hidden="true" />
        </IconButton>
        <IconButton label="Mark as unread" size="s" onClick={() => inbox.setRead(false)}>
          <Mail aria-hidden="true" />
        </IconButton>
        <ExportButton inbox={inbox} count={isAll ? total : count} isAll={isAll} />
        {canDelete &&
          (filters.filters.deleted ? (
            <Button size="s" variant="quiet" onClick={() => inbox.setDeleted(false)}>
              <Undo2 aria-hidden="true" />
              Undelete
            </Button>
          ) : (
            <IconButton label="Delete" size="s" onClick={() => inbox.setDeleted(true)}>
              <Trash2 aria-hidden="true" />
            </IconButton>
          ))}
      </span>
    </div>
  )
}

function ExportButton({ inbox, count, isAll }: { inbox: Inbox; count: number; isAll: boolean }) {
  const canExport = useCan('lead.export')
  if (!canExport) return null
  const isTooMany = !isAll && count > EXPORT_NAMED_MAX
  const { filters } = inbox.filters
  function filter() {
    if (isAll) return bulkFilter(filters)
    const lead_ids = selectedOf(inbox.store.get()).map((lead) => lead.id)
    return { lead_ids, ...(filters.deleted ? { deleted: true } : {}) }
  }
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button size="s" variant="quiet" aria-label="Export">
          <Download aria-hidden="true" />
        </Button>
      </MenuTrigger>
      <MenuContent align="end" aria-label="Export">
        {isTooMany && (
          <MenuLabel className="max-w-56">
            Up to {EXPORT_NAMED_MAX} chosen leads can be exported; for more, select all that match.
          </MenuLabel>
        )}
        {EXPORT_FORMAT_WORDS.map(({ format, words }) => (
          <MenuItem
            key={format}
            disabled={isTooMany || count === 0}
            onSelect={() => void inbox.exporting.start(format, filter())}
          >
            {words}
          </MenuItem>
        ))}
      </MenuContent>
    </Menu>
  )
}
