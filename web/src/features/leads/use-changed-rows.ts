import type { ChangedPart } from '@leadlight/contract/changed'
import { useRef } from 'react'
import type { RefObject } from 'react'
import { logWarning } from '../../lib/log.ts'
import { ownChangesSettled, currentQuietPeriod } from '../../lib/own-changes.ts'
import { useOthersChanges } from '../../lib/use-others-changes.ts'
import type { OthersChanges } from '../../lib/use-others-changes.ts'
import { useStable } from '../../lib/use-stable.ts'
import { useLeadCache } from './lead-cache.ts'
import type { ListQuery } from './lead-filters.ts'
import type { LeadStore } from './loaded-leads.ts'
import type { FeedHandle } from '../../lib/rows/use-virtual-rows.ts'

/** What changes how rows look. */
const SHOWN: readonly ChangedPart[] = ['leads', 'statuses', 'signals']
const SHOWN_BY_NOTES: readonly ChangedPart[] = [...SHOWN, 'notes']
/** Of a list that has been scrolled far, the rest is read anew with the list. */
const READ_MAX = 1000

interface ShownList {
  query: ListQuery
  store: LeadStore
  feed: RefObject<FeedHandle | null>
  reload: () => Promise<unknown>
}

/**
 * Keeps the rows of the list as the server has them while others work in it. Each stays where it is, one that was deleted or no
 * longer passes the filters too: rows that move under a reader are lost to them. Only what was erased goes, and a list without
 * any fills by itself.
 */
export function useChangedRows(projectId: string, { query, store, feed, reload }: ShownList): void {
  const { replaceRows, remove } = useLeadCache(projectId, query)
  const reading = useRef<Promise<void>>(Promise.resolve())
  const refetch = useStable(async ({ leadIds }: OthersChanges): Promise<void> => {
    const { loaded } = store.get()
    if (!loaded) return
    if (loaded.items.length === 0) return void (await reload())
    const ids = idsToRead(
      loaded.items.map((lead) => lead.id),
      leadIds,
      feed.current?.idsDrawn() ?? [],
    )
    if (ids.length === 0) return
    const { readRows } = await import('./read-rows.ts')
    for (;;) {
      await ownChangesSettled()
      const quiet = currentQuietPeriod()
      const rows = await readRows(projectId, ids)
      if (quiet === null || quiet !== currentQuietPeriod()) continue
      replaceRows(rows)
      const erased = ids.filter((id) => !rows.has(id))
      if (erased.length > 0) remove(new Set(erased))
      return
    }
  })
  // No row shows its notes, but with this filter they decide what is in the list.
  const concerns = query.has_notes === undefined ? SHOWN : SHOWN_BY_NOTES
  useOthersChanges(projectId, (changes) => {
    if (!concerns.some((part) => changes.parts.has(part))) return
    // One after the other: what was read later must not be put behind what was read before.
    reading.current = reading.current
      .then(() => refetch(changes))
      .catch((error: unknown) => logWarning('What others changed could not be read', error))
  })
}

/** The loaded ones among those that were changed, the ones in sight first. */
function idsToRead(
  loaded: readonly string[],
  changed: ReadonlySet<string> | null,
  drawn: readonly string[],
): readonly string[] {
  const present = new Set(loaded)
  const order = [...new Set([...drawn.filter((id) => present.has(id)), ...loaded])]
  return order.filter((id) => changed === null || changed.has(id)).slice(0, READ_MAX)
}
