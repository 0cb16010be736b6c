import type { CoverageGap, Source } from '@leadlight/contract/sources'
import { formatCount, formatSpan, formatTime } from '../../lib/format.ts'
import { nameSource } from './name-source.ts'

const MINUTE_MS = 60_000

/** A span in which a source was not received, and what became of its posts. */
export interface BlindTime {
  name: string
  /** `open` is ongoing; an `unread` one can still be backfilled; a `lost` one cannot. */
  outcome: 'open' | 'unread' | 'backfilled' | 'lost'
  from: string
  to: string | null
  reason: string
  recovered: number
  /** Several queries to the source were blind at once; a post may have matched more than one. */
  isJoined: boolean
}

/** The gaps, newest first. A source with several queries fails for all at once: that is one blind time. */
export function blindTimes(gaps: readonly CoverageGap[], sources: readonly Source[]): BlindTime[] {
  const times: BlindTime[] = []
  for (const gap of gaps.toSorted((a, b) => Date.parse(a.from) - Date.parse(b.from))) {
    const time = toBlindTime(gap, nameSource(sources, gap))
    const before = times.findLast((one) => one.name === time.name && one.outcome === time.outcome)
    if (before && touches(before, time)) join(before, time)
    else times.push(time)
  }
  return times.toReversed()
}

/** As in "Hacker News: blind 14:05–15:40, backfilled (12 posts)", without the name. */
export function blindSentence(time: BlindTime, now: Date): string {
  const { outcome, from, to, reason } = time
  if (outcome === 'open' || to === null) return `still blind since ${formatTime(from, now)}: ${reason}`
  const span = isMoment(from, to)
    ? `blind for a moment at ${formatTime(from, now)}`
    : `blind ${formatSpan(from, to, now)}`
  if (outcome === 'backfilled') return `${span}, backfilled${recoveredText(time)}`
  return `${span}, ${outcome === 'lost' ? 'lost' : 'not read yet'}: ${reason}`
}

/** Whether both are in the same minute, so there is no span to show. */
function isMoment(from: string, to: string): boolean {
  return Math.floor(Date.parse(from) / MINUTE_MS) === Math.floor(Date.parse(to) / MINUTE_MS)
}

/** Posts found by other queries to the source are not counted here, so zero says nothing. */
function recoveredText({ recovered, isJoined }: BlindTime): string {
  return recovered === 0 ? '' : ` (${isJoined ? 'at least ' : ''}${formatCount(recovered, 'post')})`
}

function toBlindTime(gap: CoverageGap, name: string): BlindTime {
  const { from, to, reason, recovered } = gap
  return { name, outcome: outcomeOf(gap), from, to, reason, recovered, isJoined: false }
}

function outcomeOf({ to, backfilled_at: backfilledAt, lost }: CoverageGap): BlindTime['outcome'] {
  if (to === null) return 'open'
  if (lost) return 'lost'
  return backfilledAt === null ? 'unread' : 'backfilled'
}

function touches(before: BlindTime, after: BlindTime): boolean {
  return before.to === null || Date.parse(after.from) <= Date.parse(before.to)
}

function join(into: BlindTime, other: BlindTime): void {
  if (into.to !== null && other.to !== null && Date.parse(other.to) > Date.parse(into.to)) into.to = other.to
  into.recovered = Math.max(into.recovered, other.recovered)
  into.isJoined = true
}
