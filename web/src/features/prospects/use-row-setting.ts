import type { Status } from '@leadlight/contract/statuses'
import { useMemo } from 'react'
import type { ListStore } from '../../lib/rows/list-store.ts'
import type { RowListProps } from '../../lib/rows/row-link.tsx'
import { useNow } from '../../lib/use-now.ts'
import { useStable } from '../../lib/use-stable.ts'
import type { ProspectRow } from './prospect-kind.ts'
import type { Prospects } from './use-prospects.ts'

/** Props shared by all rows of a list. */
export interface RowSetting<Row extends ProspectRow> extends RowListProps {
  projectId: string
  /** The singular noun: "person". */
  noun: string
  store: ListStore<Row>
  now: Date
  statuses: readonly Status[]
  onStatus: (row: Row, status: Status | null) => void
}

/** Props shared by all rows; stable while the user steps through them. */
export function useRowSetting<Row extends ProspectRow>(prospects: Prospects<Row>): RowSetting<Row> {
  const { projectId, store, statuses, links, kind } = prospects
  const now = useNow()
  const onOpen = useStable((id: string) => prospects.position.open(id))
  const onSelect = useStable((id: string, isRange: boolean) => (isRange ? store.extendTo(id) : store.toggle(id)))
  const onStatus = useStable((row: Row, status: Status | null) => prospects.setStatus(status, { rows: [row] }))
  const linkTo = links.row
  return useMemo(
    () => ({ projectId, noun: kind.noun.one, store, now, statuses, linkTo, onOpen, onSelect, onStatus }),
    [projectId, kind, store, now, statuses, linkTo, onOpen, onSelect, onStatus],
  )
}
