import { Link2 } from 'lucide-react'
import { useCan } from '../../lib/current-user.ts'
import { BulkDelete, BulkExport, BulkStatus } from '../../lib/rows/bulk-actions.tsx'
import { selectedOf, useListState } from '../../lib/rows/list-store.ts'
import { SelectionBar } from '../../lib/rows/selection-bar.tsx'
import { Button } from '../../ui/button.tsx'
import type { ProspectRow } from './prospect-kind.ts'
import { useIdentity } from './use-identity.ts'
import type { Prospects } from './use-prospects.ts'

interface ProspectBulkBarProps<Row extends ProspectRow> {
  prospects: Prospects<Row>
  canDelete: boolean
}

/** What can be done to the selected rows at once. */
export function ProspectBulkBar<Row extends ProspectRow>({ prospects, canDelete }: ProspectBulkBarProps<Row>) {
  const { kind, store, list, filters, statuses, exporting } = prospects
  const canExport = useCan('lead.export')
  const isAll = useListState(store, (state) => state.selection.isAll)
  const isWhole = useListState(
    store,
    ({ selection, loaded }) => loaded?.nextCursor === null && selection.ids.size === loaded.items.length,
  )
  return (
    <SelectionBar store={store} loaded={list.loaded} noun={kind.noun}>
      <BulkStatus statuses={statuses} onChoose={(status) => prospects.setStatus(status)} />
      {kind.canMerge && canDelete && <MergeButton prospects={prospects} />}
      {canExport && (
        <BulkExport
          // An export is asked for by filters.
          hindrance={isAll || isWhole ? null : `Select all ${kind.noun.several} that match to export them.`}
          isEmpty={list.loaded?.total === 0}
          onExport={(format) => void exporting.start(format, filters.filters)}
        />
      )}
      {canDelete && (
        <BulkDelete isDeleted={filters.filters.deleted} onDelete={(deleted) => prospects.setDeleted(deleted)} />
      )}
    </SelectionBar>
  )
}

/** Makes one person of two that somebody knows to be one; the one with more posts stays. */
function MergeButton<Row extends ProspectRow>({ prospects }: { prospects: Prospects<Row> }) {
  const { store, projectId, position } = prospects
  const identity = useIdentity(projectId)
  const isPair = useListState(store, ({ selection }) => !selection.isAll && selection.ids.size === 2)
  if (!isPair) return null
  async function merge() {
    const [stays, goes] = selectedOf(store.get()).toSorted((a, b) => b.posts - a.posts)
    if (!stays || !goes) return
    await identity.merge(stays.id, goes.id, () => {
      // Nobody has the page of the one who goes any more.
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
