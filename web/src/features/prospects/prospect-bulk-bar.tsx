import { LEADS_NAMED_MAX } from '@leadlight/domain/leads'
import { Link2 } from 'lucide-react'
import { useCan } from '../../lib/current-user.ts'
import { formatNumber } from '../../lib/format.ts'
import { BulkDelete, BulkExport, BulkStatus } from '../../lib/rows/bulk-actions.tsx'
import { selectedOf, useListState } from '../../lib/rows/list-store.ts'
import type { ListState } from '../../lib/rows/list-store.ts'
import { SelectionBar } from '../../lib/rows/selection-bar.tsx'
import { Button } from '../../ui/button.tsx'
import type { ExportOf, ProspectRow } from './prospect-kind.ts'
import { useIdentity } from './use-identity.ts'
import type { Prospects } from './use-prospects.ts'

interface ProspectBulkBarProps<Row extends ProspectRow> {
  prospects: Prospects<Row>
  canDelete: boolean
}

/** The bulk actions for selected rows. */
export function ProspectBulkBar<Row extends ProspectRow>({ prospects, canDelete }: ProspectBulkBarProps<Row>) {
  const { kind, store, list, filters, statuses, exporting } = prospects
  const canExport = useCan('lead.export')
  const namedCount = useListState(store, (state) => (isByFilters(state) ? 0 : state.selection.ids.size))
  function exported(): ExportOf {
    const state = store.get()
    return { filters: filters.filters, ids: isByFilters(state) ? undefined : selectedOf(state).map(({ id }) => id) }
  }
  return (
    <SelectionBar store={store} loaded={list.loaded} noun={kind.noun}>
      <BulkStatus statuses={statuses} onChoose={(status) => prospects.setStatus(status)} />
      {kind.canMerge && canDelete && <MergeButton prospects={prospects} />}
      {canExport && (
        <BulkExport
          hindrance={
            namedCount > LEADS_NAMED_MAX
              ? `Up to ${formatNumber(LEADS_NAMED_MAX)} chosen ${kind.noun.several} can be exported; for more, select all that match.`
              : null
          }
          isEmpty={list.loaded?.total === 0}
          onExport={(format) => void exporting.start(format, exported())}
        />
      )}
      {canDelete && (
        <BulkDelete isDeleted={filters.filters.deleted} onDelete={(deleted) => prospects.setDeleted(deleted)} />
      )}
    </SelectionBar>
  )
}

/** Whether all matches are selected; in a fully loaded list these are all of its rows. */
function isByFilters({ selection, loaded }: ListState): boolean {
  return selection.isAll || (loaded?.nextCursor === null && selection.ids.size === loaded.items.length)
}

/** Merges two selected people; the one with more posts stays. */
function MergeButton<Row extends ProspectRow>({ prospects }: { prospects: Prospects<Row> }) {
  const { store, projectId, position } = prospects
  const identity = useIdentity(projectId)
  const isPair = useListState(store, ({ selection }) => !selection.isAll && selection.ids.size === 2)
  if (!isPair) return null
  async function merge() {
    const [stays, goes] = selectedOf(store.get()).toSorted((a, b) => b.posts - a.posts)
    if (!stays || !goes) return
    await identity.merge(stays.id, goes.id, () => {
      // The page of the merged person no longer exists.
      if (position.openId === goes.id) position.open(stays.id)
    })
    store.clear()
  }
  return (
    <Button size="s" variant="quiet" disabled={identity.isBusy} onClick={() => void merge()}>
      <Link2 aria-hidden="true" />
      Same person
    </Button>
  )
}
