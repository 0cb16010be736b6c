import type { ProjectIds } from '../../platform/actor.ts'
import type { LeadsByDay } from '@leadlight/contract/insights'
import type { Tx } from '../../platform/db.ts'
import { nameSignals } from '../../core/signals/name-signals.ts'
import { countByPlatform, countBySignal, countFound, type FoundOnDay } from './found-store.ts'
import type { InsightDependencies } from './insight-dependencies.ts'
import type { Period } from './period.ts'
import { namePlatform } from '../../channels/name-platform.ts'

const NONE_FOUND = { found: 0, kept: 0 }

interface Series {
  total: number
  by_day: number[]
}

/** How many leads were found on each day: in total, by signal, and by channel. */
export async function readLeadsByDay(
  tx: Tx,
  { channels }: Pick<InsightDependencies, 'channels'>,
  ids: ProjectIds,
  { days, starts, from, to }: Period,
): Promise<LeadsByDay> {
  const ofPlatforms = await countByPlatform(tx, ids, starts)
  const ofSignals = await countBySignal(tx, ids, starts)
  const { found, kept } = (await countFound(tx, ids, { from, to })).get(null) ?? NONE_FOUND
  const bySignal = seriesBy(ofSignals, days.length, ({ signalId }) => signalId)
  const texts = await nameSignals(tx, ids.organizationId, bySignal.keys())
  return {
    days,
    leads: seriesBy(ofPlatforms, days.length, () => 'all').get('all') ?? emptySeries(days.length),
    deleted: found - kept,
    by_signal: mostFirst(bySignal).flatMap(([id, series]) => {
      const text = texts.get(id)
      return text === undefined ? [] : [{ id, text, ...series }]
    }),
    by_channel: mostFirst(seriesBy(ofPlatforms, days.length, ({ platform }) => platform)).map(([platform, series]) => {
      return { platform, name: namePlatform(channels, platform), ...series }
    }),
  }
}

function seriesBy<Row extends FoundOnDay>(
  rows: readonly Row[],
  days: number,
  keyOf: (row: Row) => string,
): Map<string, Series> {
  const all = new Map<string, Series>()
  for (const row of rows) {
    const series = all.get(keyOf(row)) ?? emptySeries(days)
    series.total += row.leads
    series.by_day[row.day] = (series.by_day[row.day] ?? 0) + row.leads
    all.set(keyOf(row), series)
  }
  return all
}

function emptySeries(days: number): Series {
  return { total: 0, by_day: Array.from({ length: days }, () => 0) }
}

/** Ties go by key. */
function mostFirst(all: ReadonlyMap<string, Series>): [string, Series][] {
  return [...all].toSorted(([a, { total: most }], [b, { total: more }]) => more - most || (a < b ? -1 : 1))
}
