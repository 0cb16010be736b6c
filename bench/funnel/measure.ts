export interface Signal {
  id: string
  sentence: string
}

interface Texted {
  title: string | null
  text: string
}

/** What a search did: every post that it fetched, and those judged in their order. */
export interface Trace {
  fetched: Texted[]
  /** `score` is in percent; null where the searcher gives none. */
  judged: (Texted & { kept: boolean; seconds: number; score: number | null })[]
}

/** A way to search, one signal after another. What one search learns is no help to the next. */
export interface Searcher {
  /** Makes everything ready for one search, which the result then runs. */
  prepare(signal: Signal): Promise<() => Promise<Trace>>
  close(): Promise<void>
}

/** What came of one signal's search. The posts are of grade 2; `graded` is how many there are. */
export interface SignalFigures {
  id: string
  graded: number
  reached: number
  /** Among the first of the archive of all posts; null where that was not asked. */
  held: number | null
  judged: number
  kept: number
  found: number
  /** By platform. */
  requests: Record<string, number>
  fetched: number
  judgedPosts: number
  firstLeadSeconds: number | null
  tenthLeadSeconds: number | null
  seconds: number
}

/**
 * The letters and digits of a post's beginning. Platforms give posts ids and markup of their own, so their words say
 * which post of the data they are.
 */
export function wordKey(title: string | null, text: string): string {
  return `${title ?? ''}\n${text}`
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/https?:\/\/\S+/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
    .slice(0, 160)
}

interface Measured {
  id: string
  /** The keys of the signal's posts of grade 2. */
  graded: ReadonlySet<string>
  /** The keys of what the archive of all posts puts first. */
  held: ReadonlySet<string> | null
  requests: Record<string, number>
  seconds: number
}

/** Holds what a search fetched, judged and kept against the posts of grade 2. */
export function measureTrace(
  { fetched, judged }: Trace,
  { id, graded, held, requests, seconds }: Measured,
): SignalFigures {
  const of = (some: readonly Texted[]) => {
    const keys = new Set(some.map(({ title, text }) => wordKey(title, text)))
    return [...graded].filter((key) => keys.has(key)).length
  }
  const kept = judged.filter((post) => post.kept)
  return {
    id,
    graded: graded.size,
    reached: of(fetched),
    held: held && [...graded].filter((key) => held.has(key)).length,
    judged: of(judged),
    kept: kept.length,
    found: of(kept),
    requests,
    fetched: fetched.length,
    judgedPosts: judged.length,
    firstLeadSeconds: kept[0]?.seconds ?? null,
    tenthLeadSeconds: kept[9]?.seconds ?? null,
    seconds: round(seconds),
  }
}

export interface Summary {
  signals: number
  graded: number
  reached: number
  reached_macro: number
  reached_archive: number | null
  judged: number
  judged_macro: number
  kept: number
  found: number
  found_macro: number
  requests: number
  requests_max: number
  requests_max_platform: Record<string, number>
  fetched_per_lead: number
  judged_per_lead: number
  first_lead_seconds: number | null
  tenth_lead_seconds: number | null
}

/** Micro figures count posts, macro ones are means over signals; requests and seconds are medians, or the most. */
export function summarize(signals: readonly SignalFigures[]): Summary {
  const withLeads = signals.filter(({ graded }) => graded > 0)
  const sum = (of: (one: SignalFigures) => number) => signals.reduce((total, one) => total + of(one), 0)
  const graded = sum((one) => one.graded)
  const micro = (of: (one: SignalFigures) => number) => round(sum(of) / graded)
  const macro = (of: (one: SignalFigures) => number) =>
    round(withLeads.reduce((total, one) => total + of(one) / one.graded, 0) / withLeads.length)
  const requests = signals.map((one) => Object.values(one.requests).reduce((total, count) => total + count, 0))
  const platforms = new Set(signals.flatMap((one) => Object.keys(one.requests)))
  const mostAt = (platform: string) => Math.max(...signals.map((one) => one.requests[platform] ?? 0))
  return {
    signals: signals.length,
    graded,
    reached: micro((one) => one.reached),
    reached_macro: macro((one) => one.reached),
    reached_archive: signals.some(({ held }) => held === null) ? null : micro((one) => one.held ?? 0),
    judged: micro((one) => one.judged),
    judged_macro: macro((one) => one.judged),
    kept: sum((one) => one.kept),
    found: micro((one) => one.found),
    found_macro: macro((one) => one.found),
    requests: median(requests) ?? 0,
    requests_max: Math.max(0, ...requests),
    requests_max_platform: Object.fromEntries([...platforms].map((platform) => [platform, mostAt(platform)])),
    fetched_per_lead: round(sum((one) => one.fetched) / graded),
    judged_per_lead: round(sum((one) => one.judgedPosts) / graded),
    first_lead_seconds: median(signals.flatMap((one) => one.firstLeadSeconds ?? [])),
    tenth_lead_seconds: median(signals.flatMap((one) => one.tenthLeadSeconds ?? [])),
  }
}

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted[Math.floor((sorted.length - 1) / 2)]
  return middle === undefined ? null : round(middle)
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
