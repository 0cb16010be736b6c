import type { NameInsights } from '@leadlight/contract/insights'
import { dayAfter, dayIn, dayStarts, daysBetween } from '@leadlight/domain/days'
import { findSpikes, SPIKE_HISTORY_DAYS } from '@leadlight/domain/spikes'
import { STANCES, type Stance } from '@leadlight/domain/watched-names/stances'
import type { ProjectIds } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { countNamed, listWatchedNames, type NamedOnDay, type WatchedName } from './name-store.ts'
import type { Period } from './period.ts'

const WEEK = 7
const SPIKES_MAX = 50

type Name = NameInsights['names'][number]
type Spike = NameInsights['spikes'][number]

/**
 * How often each name was named, by week and by stance, and on which days unusually often. Posts count on the day they were
 * written: what a search finds of last month is no spike of today.
 */
export async function readNameInsights(
  tx: Tx,
  ids: ProjectIds,
  { days, timeZone }: Pick<Period, 'days'> & { timeZone: string },
): Promise<NameInsights> {
  const watched = await listWatchedNames(tx, ids)
  const weeks = weeksOf(days)
  const [first] = days
  if (watched.length === 0 || first === undefined) return { weeks, names: [], spikes: [] }
  const known = daysBetween(dayAfter(first, -SPIKE_HISTORY_DAYS), days.at(-1) ?? first)
  const signalIds = watched.map(({ id }) => id)
  const counted = await countNamed(tx, ids, { starts: dayStarts(timeZone, known), signalIds })
  const byName = Map.groupBy(counted, ({ signalId }) => signalId)
  const rowsOf = ({ id }: WatchedName) => byName.get(id) ?? []
  const shown = (row: NamedOnDay) => row.day >= SPIKE_HISTORY_DAYS
  const all = counted.filter(shown).reduce((sum, { posts }) => sum + posts, 0)
  const names = watched.map((name) =>
    nameOf(name, rowsOf(name).filter(shown), { weeks: weeks.length, days: days.length, all }),
  )
  const spikes = watched.flatMap((name) => spikesOf(name, rowsOf(name), { known, timeZone }))
  return {
    weeks,
    names: names.toSorted((a, b) => b.total - a.total),
    spikes: spikes
      .toSorted((a, b) => (a.day < b.day ? 1 : a.day > b.day ? -1 : b.found - a.found))
      .slice(0, SPIKES_MAX),
  }
}

/** Whole weeks back from the last day, so that the newest is whole; what is left comes first. */
function weeksOf(days: readonly string[]): NameInsights['weeks'] {
  const rest = days.length % WEEK
  const starts = [
    ...(rest > 0 ? [0] : []),
    ...Array.from({ length: Math.floor(days.length / WEEK) }, (_, at) => rest + at * WEEK),
  ]
  return starts.map((start, at) => ({ from: days[start] ?? '', to: days[(starts[at + 1] ?? days.length) - 1] ?? '' }))
}

function nameOf(
  { id, text }: WatchedName,
  rows: readonly NamedOnDay[],
  { weeks, days, all }: { weeks: number; days: number; all: number },
): Name {
  const rest = days % WEEK
  const series = (of: readonly NamedOnDay[]) => {
    const byWeek = Array.from({ length: weeks }, () => 0)
    for (const { day, posts } of of) {
      const at = day - SPIKE_HISTORY_DAYS - rest
      const week = at < 0 ? 0 : Math.floor(at / WEEK) + (rest > 0 ? 1 : 0)
      byWeek[week] = (byWeek[week] ?? 0) + posts
    }
    return { total: of.reduce((sum, { posts }) => sum + posts, 0), by_week: byWeek }
  }
  const ofStance = (stance: Stance | null) => rows.filter((row) => row.stance === stance)
  const own = series(rows)
  return {
    id,
    text,
    ...own,
    share: all === 0 ? null : own.total / all,
    stances: STANCES.map((stance) => ({ stance, ...series(ofStance(stance)) })),
    unread: series(ofStance(null)).total,
  }
}

/** Days before the name was watched say nothing of how often it is named. */
function spikesOf(
  { id, text, since }: WatchedName,
  rows: readonly NamedOnDay[],
  { known, timeZone }: { known: readonly string[]; timeZone: string },
): Spike[] {
  const first = Math.max(0, known.indexOf(dayIn(timeZone, since)))
  const isLater = dayIn(timeZone, since) > (known.at(-1) ?? '')
  if (isLater) return []
  const counts = known.map(() => 0)
  for (const { day, posts } of rows) counts[day] = (counts[day] ?? 0) + posts
  return findSpikes(counts.slice(first), SPIKE_HISTORY_DAYS - first).map(({ day, found, usual, most }) => ({
    id,
    text,
    day: known[day + first] ?? '',
    found,
    usual,
    most,
  }))
}
