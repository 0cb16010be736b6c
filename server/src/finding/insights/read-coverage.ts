import type { ProjectIds } from '../../platform/actor.ts'
import type { BlindTime, Coverage, SourceCoverage } from '@leadlight/contract/insights'
import { joinSpans, lengthOf, type Span } from '@leadlight/domain/insights'
import { POLLS_KEPT_DAYS } from '@leadlight/domain/monitoring'
import { findBlindTimes } from '../monitoring/find-blind-times.ts'
import { capturedShare, findDrawn, type DrawnPosts } from '../monitoring/find-captured.ts'
import type { Tx } from '../../platform/db.ts'
import { countRequests } from '../sources/count-requests.ts'
import { nameSources, type NameSource } from '../sources/name-sources.ts'
import type { InsightDependencies } from './insight-dependencies.ts'
import type { Period } from './period.ts'

const BLIND_TIMES_MAX = 1_000
const DAY_MS = 86_400_000

interface CoverageRequest extends Pick<Period, 'from' | 'to'> {
  now: Date
  /** Shows whole platforms without reasons, since sources a project added may be private addresses. */
  isCoarse: boolean
}

/** When the project listened at each source in that time, and when it was blind there, as far as the records go. */
export async function readCoverage(
  tx: Tx,
  { channels }: Pick<InsightDependencies, 'channels'>,
  ids: ProjectIds,
  { from, to, now, isCoarse }: CoverageRequest,
): Promise<Coverage> {
  const { organizationId, projectId } = ids
  const kept = new Date(now.getTime() - POLLS_KEPT_DAYS * DAY_MS)
  const until = new Date(Math.max(from.getTime(), Math.min(to.getTime(), now.getTime())))
  const since = new Date(Math.min(until.getTime(), Math.max(from.getTime(), kept.getTime())))
  const known = { projectId, from: since, to: until }
  const { listened, gaps } = await findBlindTimes(tx, organizationId, { ...known, limit: BLIND_TIMES_MAX })
  const requests = await countRequests(tx, organizationId, { projectId, from, to })
  const drawn = await findDrawn(tx, organizationId, { ...known, now })
  const nameOf = await nameSources(tx, { channels }, organizationId, projectId)
  const told = gaps.slice(0, BLIND_TIMES_MAX)
  const sourceOf = ({ source }: { source: string }) => (isCoarse ? '' : source)
  const places = new Map(
    [...listened, ...told, ...requests].map((one) => [
      JSON.stringify([one.platform, sourceOf(one)]),
      { platform: one.platform, source: sourceOf(one) },
    ]),
  )
  const sources = [...places.values()].map((at) => {
    const isHere = (one: { platform: string; source: string }) =>
      one.platform === at.platform && sourceOf(one) === at.source
    return describeSource(nameOf, at, {
      listened: listened.filter(isHere).map((time) => spanOf(time.from, time.to)),
      blind: joinBlind(told.filter(isHere), isCoarse),
      known: spanOf(since, until),
      requests: requests.filter(isHere),
      drawn: drawn.filter(isHere),
    })
  })
  return {
    from: from.toISOString(),
    to: until.toISOString(),
    known_since: since > from ? since.toISOString() : null,
    sources: sources.toSorted((a, b) => compare(a.name, b.name) || compare(a.source, b.source)),
    is_cut: gaps.length > BLIND_TIMES_MAX,
  }
}

interface Found {
  listened: Span[]
  blind: BlindTime[]
  known: Span
  requests: { requests: number; failed: number }[]
  drawn: DrawnPosts[]
}

function describeSource(
  nameOf: NameSource,
  place: { platform: string; source: string },
  { listened, blind, known, requests, drawn }: Found,
): SourceCoverage {
  const deaf = (times: readonly BlindTime[]) =>
    lengthOf(times.map(({ from, to }) => within(known, Date.parse(from), to === null ? known.to : Date.parse(to))))
  return {
    ...place,
    name: nameOf(place),
    listened: joinSpans(listened).map(({ from, to }) => ({ from: textOf(from), to: textOf(to) })),
    blind,
    listened_ms: lengthOf(listened),
    blind_ms: deaf(blind),
    lost_ms: deaf(blind.filter(({ outcome }) => outcome === 'lost')),
    looks: requests.reduce((sum, one) => sum + one.requests, 0),
    failed_looks: requests.reduce((sum, one) => sum + one.failed, 0),
    captured: capturedShare(drawn),
  }
}

interface Gap {
  from: Date
  to: Date | null
  reason: string
  backfilledAt: Date | null
  recovered: number
  lost: boolean
}

/** Newest first. A source that fails fails all queries sent to it at once, so overlapping gaps are one blind time. */
function joinBlind(gaps: readonly Gap[], isCoarse: boolean): BlindTime[] {
  const times: BlindTime[] = []
  for (const gap of gaps.toSorted((a, b) => a.from.getTime() - b.from.getTime())) {
    const outcome = outcomeOf(gap)
    const to = gap.to?.toISOString() ?? null
    const before = times.findLast((one) => one.outcome === outcome)
    if (before && (before.to === null || gap.from.getTime() <= Date.parse(before.to))) {
      if (before.to !== null && to !== null && to > before.to) before.to = to
      // One post may match several queries, so a sum would count it twice.
      before.recovered = Math.max(before.recovered, gap.recovered)
    } else {
      const reason = isCoarse ? null : gap.reason
      times.push({ from: gap.from.toISOString(), to, outcome, reason, recovered: gap.recovered })
    }
  }
  return times.toReversed()
}

function outcomeOf({ to, backfilledAt, lost }: Gap): BlindTime['outcome'] {
  if (to === null) return 'open'
  if (lost) return 'lost'
  return backfilledAt === null ? 'unread' : 'backfilled'
}

function spanOf(from: Date, to: Date): Span {
  return { from: from.getTime(), to: to.getTime() }
}

function within(known: Span, from: number, to: number): Span {
  return { from: Math.max(known.from, from), to: Math.min(known.to, to) }
}

function textOf(at: number): string {
  return new Date(at).toISOString()
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
