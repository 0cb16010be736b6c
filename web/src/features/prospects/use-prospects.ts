import type { Status } from '@leadlight/contract/statuses'
import { useMemo, useState } from 'react'
import type { RefObject } from 'react'
import { useProspectStatuses } from '../../lib/prospect-statuses.ts'
import { createListStore } from '../../lib/rows/list-store.ts'
import { useListSettings } from '../../lib/rows/list-settings.ts'
import { useUrlFilters } from '../../lib/rows/use-url-filters.ts'
import { useExport } from '../../lib/rows/use-export.ts'
import { useListInStore } from '../../lib/rows/use-list-in-store.ts'
import { useListWork } from '../../lib/rows/use-list-work.ts'
import { usePosition } from '../../lib/rows/use-position.ts'
import { PAGE_SIZE, useRows } from '../../lib/rows/use-rows.ts'
import type { FeedHandle } from '../../lib/rows/use-virtual-rows.ts'
import { STORED } from '../../lib/storage.ts'
import { useProspectChanges } from './prospect-changes.ts'
import type { ProspectFilters } from './prospect-filters.ts'
import { CLEARED, countFilters, listQuery, readFilters, writeFilters } from './prospect-filters.ts'
import type { ExportOf, ProspectKind, ProspectRow } from './prospect-kind.ts'
import { useChangedProspects } from './use-changed-prospects.ts'

export type Prospects<Row extends ProspectRow> = ReturnType<typeof useProspects<Row>>

interface Where<Row extends ProspectRow> {
  projectId: string
  openId: string | null
  /** The open row, which need not be in the list. */
  openRow: Row | null
  feed: RefObject<FeedHandle | null>
}

const NO_STATUSES: readonly Status[] = []

/** All state and actions of a list of people or companies: rows, filters, position, selection, changes. */
export function useProspects<Row extends ProspectRow>(kind: ProspectKind<Row>, where: Where<Row>) {
  const { projectId, openId, openRow, feed } = where
  const filters = useProspectFilters(kind)
  const { query } = filters
  const settings = useListSettings(`${STORED.prospectList}:${kind.name}:${projectId}`)
  const links = useLinks(kind, projectId, filters.name)
  const { data: knownStatuses, error: statusesError } = useProspectStatuses(projectId)
  const statuses = knownStatuses ?? NO_STATUSES
  const list = useRows<Row>(
    kind.keyOf(projectId, query),
    (cursor) => kind.list(projectId, query, { limit: String(PAGE_SIZE), ...(cursor ? { cursor } : {}) }),
    Boolean(knownStatuses ?? statusesError),
  )
  const changes = useProspectChanges(kind, projectId, query)
  const exporting = useExport<ExportOf>(kind.noun.several, (format, of, signal) =>
    kind.export(projectId, { ...of, format, signal }),
  )
  const [store] = useState(() => createListStore<Row>(openId))
  useListInStore(store, list.loaded, filters.name)
  const position = usePosition({ store, openId, links, feed })
  const news = useChangedProspects(kind, { projectId, query, list })
  const work = useListWork<Row, ProspectFilters>({ store, filters: filters.filters, changes, position, openRow })
  return useMemo(
    () => ({
      kind,
      projectId,
      filters,
      settings,
      links,
      list,
      statuses,
      changes,
      exporting,
      store,
      position,
      news,
      ...work,
    }),
    [kind, projectId, filters, settings, links, list, statuses, changes, exporting, store, position, news, work],
  )
}

/** The URL's filters, and how to change them. */
function useProspectFilters<Row extends ProspectRow>(kind: ProspectKind<Row>) {
  const reading = useMemo(
    () => ({
      read: (search: URLSearchParams) => readFilters(kind, search),
      write: (filters: ProspectFilters) => writeFilters(kind, filters),
      typed: ['text'] as const,
    }),
    [kind],
  )
  const { filters, name, change } = useUrlFilters<ProspectFilters>(reading)
  return useMemo(
    () => ({
      filters,
      query: listQuery(kind, filters),
      /** Identifies these filters. */
      name,
      count: countFilters(kind, filters),
      change,
      clear: () => change(CLEARED),
    }),
    [kind, filters, name, change],
  )
}

/** The paths of the list and its rows, with the filters. */
function useLinks<Row extends ProspectRow>({ name }: ProspectKind<Row>, projectId: string, filtersName: string) {
  return useMemo(() => {
    const search = filtersName ? `?${filtersName}` : ''
    const list = `/projects/${projectId}/prospects/${name}`
    return { list: `${list}${search}`, row: (id: string) => `${list}/${id}${search}` }
  }, [name, projectId, filtersName])
}
