import { averagePrecisions, bootstrap, mean, measure, type Figures, type Verdict } from '../measures.ts'
import type { GradedPost, Signal } from '../read-data.ts'
import { estimateFigures, rounded, type Estimate } from './estimate.ts'
import { measureConditions, type ConditionQuality } from './measure-conditions.ts'

/** The platform that each file of posts is from. */
const SOURCES: Readonly<Record<string, string>> = {
  hackernews_stories: 'Hacker News',
  hackernews_comments: 'Hacker News',
  reddit_posts: 'Reddit',
  twitter_posts: 'Twitter',
  github_issues: 'GitHub',
  mastodon_posts: 'Mastodon',
  stackexchange_posts: 'Stack Exchange',
}

export type EstimatedFigures = Record<keyof Figures, Estimate>

/** What was measured of one set of graded signals: what `docs/quality.md` is written from. It holds no text of a post. */
export interface SetQuality {
  /** By which weights, in words, and the version of those that were shipped then. */
  how: string
  weights: string
  counts: { signals: number; businesses: number; posts: number; graded: number; leads: number }
  rows: Record<string, EstimatedFigures>
  /** The gain in average precision over the sum of both peers, paired by signal. */
  gain: Estimate
  fields: GroupQuality[]
  sources: GroupQuality[]
  conditions: ConditionQuality | null
  signals: SignalQuality[]
}

/** A group of the posts: those under the signals of one field, or those of one platform. */
export interface GroupQuality {
  name: string
  /** How many signals have a lead in it. */
  signals: number
  graded: number
  leads: number
  kept: number
  figures: Pick<EstimatedFigures, 'ap' | 'precision' | 'recall'>
}

export interface SignalQuality {
  id: string
  graded: number
  leads: number
  kept: number
  right: number
  /** Null without a lead. */
  ap: number | null
  meanScore: number
}

interface Graded {
  signals: readonly Signal[]
  judgements: readonly GradedPost[]
}

/** Measures all rows, and the judge's own by field, by platform, by unmet condition and by signal. */
export function measureQuality(
  rows: Readonly<Record<string, readonly Verdict[]>>,
  { signals, judgements }: Graded,
  about: { how: string; weights: string },
): SetQuality {
  const own = rows['Leadlight'] ?? []
  const fieldOf = new Map(signals.map(({ id, field }) => [id, field]))
  const ours = averagePrecisions(own)
  const peer = averagePrecisions(rows['BM25+MiniLM'] ?? [])
  const gain = bootstrap([...ours].map(([signal, ap]) => ap - (peer.get(signal) ?? 0)))
  return {
    ...about,
    counts: {
      signals: signals.length,
      businesses: new Set(signals.map(({ business }) => business)).size,
      posts: new Set(own.map(({ post }) => post)).size,
      graded: own.length,
      leads: own.filter(isLead).length,
    },
    rows: Object.fromEntries(Object.entries(rows).map(([name, verdicts]) => [name, estimateFigures(verdicts)])),
    gain: { value: rounded(gain.mean), low: rounded(gain.low), high: rounded(gain.high) },
    fields: measureGroups(own, ({ signal }) => fieldOf.get(signal)),
    sources: measureGroups(own, ({ post }) => SOURCES[post?.split('/')[0] ?? '']),
    conditions: measureConditions(own, judgements),
    signals: [...Map.groupBy(own, ({ signal }) => signal)].map(([id, verdicts]) => measureSignal(id, verdicts)),
  }
}

function measureGroups(verdicts: readonly Verdict[], groupOf: (of: Verdict) => string | undefined): GroupQuality[] {
  const groups = [...Map.groupBy(verdicts, groupOf)].flatMap(([name, own]) =>
    name === undefined ? [] : [{ name, own }],
  )
  return groups
    .map(({ name, own }) => {
      const { ap, precision, recall } = estimateFigures(own)
      return {
        name,
        signals: new Set(own.filter(isLead).map(({ signal }) => signal)).size,
        graded: own.length,
        leads: own.filter(isLead).length,
        kept: own.filter(({ keep }) => keep).length,
        figures: { ap, precision, recall },
      }
    })
    .toSorted((left, right) => right.leads - left.leads || (left.name < right.name ? -1 : 1))
}

function measureSignal(id: string, verdicts: readonly Verdict[]): SignalQuality {
  const kept = verdicts.filter(({ keep }) => keep)
  const leads = verdicts.filter(isLead).length
  return {
    id,
    graded: verdicts.length,
    leads,
    kept: kept.length,
    right: kept.filter(isLead).length,
    ap: leads === 0 ? null : rounded(measure(verdicts).ap),
    meanScore: rounded(mean(verdicts.map(({ probability }) => probability))),
  }
}

function isLead({ grade }: Verdict): boolean {
  return grade === 2
}
