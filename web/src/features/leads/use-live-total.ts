import type { ChangedPart } from '@leadlight/contract/changed'
import { useEffect, useMemo, useState } from 'react'
import { listLeads } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { logWarning } from '../../lib/log.ts'
import { ORIGIN } from '../../lib/origin.ts'
import { currentQuietPeriod, ownChangesSettled } from '../../lib/own-changes.ts'
import { useProjectEvents } from '../../lib/use-project-events.ts'
import { useStable } from '../../lib/use-stable.ts'
import type { ListQuery } from './lead-filters.ts'
import type { LoadedLeads } from './loaded-leads.ts'

const SETTLE_MS = 400
/** What others change that may bring leads into a list, or take them out. */
const MOVING: readonly ChangedPart[] = ['leads', 'statuses', 'signals', 'notes']

/**
 * The loaded list with the number of leads that pass its filters now. The rows keep their places while new leads wait to
 * be shown, and while others change some; the number does not wait, so that it agrees with all others on screen.
 */
export function useLiveTotal(
  projectId: string,
  query: ListQuery,
  loaded: LoadedLeads | undefined,
): LoadedLeads | undefined {
  const [events, setEvents] = useState(0)
  /** How many leads the server has more than the list counts; only for the list that was read from this answer. */
  const [ahead, setAhead] = useState<{ source: object; by: number } | null>(null)
  useProjectEvents(projectId, (event) => {
    const isOthers = event.type === 'changed' && event.origin !== ORIGIN && MOVING.includes(event.what)
    if (event.type === 'leads' || isOthers) setEvents((count) => count + 1)
  })
  const compare = useStable((total: number) => {
    if (loaded) setAhead({ source: loaded.source, by: total - loaded.total })
  })
  useEffect(() => {
    if (events === 0) return undefined
    const stop = new AbortController()
    const timer = setTimeout(() => {
      countNow(projectId, query, stop.signal).then(compare, (error: unknown) => {
        if (!stop.signal.aborted) logWarning('The leads could not be counted', error)
      })
    }, SETTLE_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [projectId, query, events, compare])
  const by = loaded && !loaded.isTotalCapped && ahead?.source === loaded.source ? ahead.by : 0
  return useMemo(
    () => loaded && (by === 0 ? loaded : { ...loaded, total: Math.max(0, loaded.total + by) }),
    [loaded, by],
  )
}

/** Counted between two changes of our own: during one, the answer may be older than what shows. */
async function countNow(projectId: string, query: ListQuery, signal: AbortSignal): Promise<number> {
  for (;;) {
    await ownChangesSettled()
    const quiet = currentQuietPeriod()
    const { total } = await call(listLeads, { params: { projectId }, query: { ...query, limit: '1' }, signal })
    if (quiet !== null && quiet === currentQuietPeriod()) return total
  }
}
