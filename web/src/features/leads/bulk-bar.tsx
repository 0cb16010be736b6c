import { FILTER_ROWS_MAX } from '@leadlight/domain/filters'
import { Mail, MailOpen } from 'lucide-react'
import { useCan } from '../../lib/current-user.ts'
import { BulkDelete, BulkExport, BulkStatus } from '../../lib/rows/bulk-actions.tsx'
import { selectedOf, useListState } from '../../lib/rows/list-store.ts'
import { SelectionBar } from '../../lib/rows/selection-bar.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { bulkFilter } from './lead-filters.ts'
import type { Inbox } from './use-lead-inbox.ts'

/** An export lists at most this many leads by id; more go by the filters. */
const TOO_MANY = `Up to ${FILTER_ROWS_MAX} chosen leads can be exported; for more, select all that match.`
const NOUN = { one: 'lead', several: 'leads' }

/** The bulk actions for selected rows. */
export function BulkBar({ inbox, canDelete }: { inbox: Inbox; canDelete: boolean }) {
  const { store, filters, list, statuses } = inbox
  return (
    <SelectionBar store={store} loaded={list.loaded} noun={NOUN}>
      <BulkStatus statuses={statuses} onChoose={(status) => inbox.setStatus(status)} />
      <IconButton label="Mark as read" size="s" onClick={() => inbox.setRead(true)}>
        <MailOpen aria-hidden="true" />
      </IconButton>
      <IconButton label="Mark as unread" size="s" onClick={() => inbox.setRead(false)}>
        <Mail aria-hidden="true" />
      </IconButton>
      <ExportButton inbox={inbox} />
      {canDelete && (
        <BulkDelete isDeleted={filters.filters.deleted} onDelete={(deleted) => inbox.setDeleted(deleted)} />
      )}
    </SelectionBar>
  )
}

function ExportButton({ inbox }: { inbox: Inbox }) {
  const { store, list, exporting } = inbox
  const canExport = useCan('lead.export')
  const isAll = useListState(store, (state) => state.selection.isAll)
  const selectedCount = useListState(store, (state) => state.selection.ids.size)
  if (!canExport) return null
  const count = isAll ? (list.loaded?.total ?? 0) : selectedCount
  const { filters } = inbox.filters
  function filter() {
    if (isAll) return bulkFilter(filters)
    const lead_ids = selectedOf(store.get()).map((lead) => lead.id)
    return { lead_ids, ...(filters.deleted ? { deleted: true } : {}) }
  }
  return (
    <BulkExport
      hindrance={!isAll && count > FILTER_ROWS_MAX ? TOO_MANY : null}
      isEmpty={count === 0}
      onExport={(format) => void exporting.start(format, filter())}
    />
  )
}
