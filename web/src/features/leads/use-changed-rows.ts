import type { ChangedPart } from '@leadlight/contract/changed'
import { useRef } from 'react'
import type { RefObject } from 'react'
import { logWarning } from '../../lib/log.ts'
import { currentQuietPeriod, ownChangesSettled } from '../../lib/own-changes.ts'
import { useOthersChanges } from '../../lib/use-others-changes.ts'
import type { OthersChanges } from '../../lib/use-others-changes.ts'
import { useStable } from '../../lib/use-stable.ts'
import { useLeadCache } from './lead-cache.ts'
import type { ListQuery } from './lead-filters.ts'
import type { LeadStore } from './loaded-leads.ts'
import type { FeedHandle } from '../../lib/rows/use-virtual-rows.ts'

/** The parts that a row shows. */
const SHOWN: readonly ChangedPart[] = ['leads', 'statuses', 'signals']
const SHOWN_BY_NOTES: readonly ChangedPart[] = [...SHOWN, 'notes']
/** The limit of rows to refetch in a list scrolled far; the rest is refetched with the list. */
const READ_MAX = 1000

interface ShownList {
  query: ListQuery
  store: LeadStore
  feed: RefObject<FeedHandle | null>
  reload: () => Promise<unknown>
}

/**
 * Keeps the list's rows current while others work in it. Every row stays in place, even if it is deleted or no longer
 * matches, since rows that move under a reader are lost. Only erased leads go, and an empty list fills by itself.
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
  // No row shows its notes, but this filter depends on them.
  const concerns = query.has_notes === undefined ? SHOWN : SHOWN_BY_NOTES
  useOthersChanges(projectId, (changes) => {
    if (!concerns.some((part) => changes.parts.has(part))) return
    // In order: a later read must not be overwritten by an earlier one.
    reading.current = reading.current
      .then(() => refetch(changes))
      .catch((error: unknown) => logWarning('What others changed could not be read', error))
  })
}

/** The loaded rows among the changed ones, visible ones first. */
function idsToRead(
  loaded: readonly string[],
  changed: ReadonlySet<string> | null,
  drawn: readonly string[],
): readonly string[] {
  const present = new Set(loaded)
  const order = [...new Set([...drawn.filter((id) => present.has(id)), ...loaded])]
  return order.filter((id) => changed === null || changed.has(id)).slice(0, READ_MAX)
}
