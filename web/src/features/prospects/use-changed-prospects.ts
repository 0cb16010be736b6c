import type { ChangedPart } from '@leadlight/contract/changed'
import { useMemo, useState } from 'react'
import { useSWRConfig } from 'swr'
import { logWarning } from '../../lib/log.ts'
import { createListCache } from '../../lib/rows/list-cache.ts'
import type { useRows } from '../../lib/rows/use-rows.ts'
import { PAGE_SIZE } from '../../lib/rows/use-rows.ts'
import { useOthersChanges } from '../../lib/use-others-changes.ts'
import { usePatchCached } from '../../lib/use-patch-cached.ts'
import { useProjectEvents } from '../../lib/use-project-events.ts'
import { useStable } from '../../lib/use-stable.ts'
import type { ProspectKind, ProspectRow } from './prospect-kind.ts'

/** The parts that a row shows. */
const SHOWN: readonly ChangedPart[] = ['people', 'companies', 'statuses', 'signals']

interface ShownList<Row extends ProspectRow> {
  projectId: string
  query: object
  list: ReturnType<typeof useRows<Row>>
}

/**
 * Keeps the rows at the top of the list current while others work in it, each in place, since rows that move under a
 * reader are lost. Returns whether there may be new ones, shown on request. An empty list fills by itself.
 */
export function useChangedProspects<Row extends ProspectRow>(
  kind: ProspectKind<Row>,
  { projectId, query, list }: ShownList<Row>,
) {
  const { mutate } = useSWRConfig()
  const patchCached = usePatchCached()
  const [hasNewPosts, setHasNewPosts] = useState(false)
  const refetch = useStable(async () => {
    if (list.loaded?.items.length === 0) {
      await list.reload()
      return
    }
    const page = await kind.list(projectId, query, { limit: String(PAGE_SIZE) })
    const rows = new Map(page.items.map((row) => [row.id, row]))
    const cache = createListCache<Row>({ mutate, patchCached }, kind.keyOf(projectId, query))
    cache.patch(new Set(rows.keys()), (row) => rows.get(row.id) ?? {})
    void mutate(isOfOne)
  })
  const reload = useStable(() => {
    refetch().catch((error: unknown) => logWarning('What others changed could not be read', error))
  })
  useOthersChanges(projectId, ({ parts }) => {
    if (SHOWN.some((part) => parts.has(part))) reload()
  })
  useProjectEvents(projectId, (event) => {
    if (event.type !== 'leads') return
    if (list.loaded?.items.length === 0) reload()
    else setHasNewPosts(true)
  })
  const show = useStable(async () => {
    setHasNewPosts(false)
    await list.reload()
  })
  return useMemo(() => ({ hasNewPosts, show }), [hasNewPosts, show])
}

/**
 * Matches the caches of single pages, of merge proposals, and of employment proposals, which both kinds of page show.
 */
function isOfOne(key: unknown): boolean {
  return Array.isArray(key) && typeof key[0] === 'string' && /^prospects-(?:people|companies)-/u.test(key[0])
}
