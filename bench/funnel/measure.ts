import type { Client as Database } from 'pg'

export interface Signal {
  id: string
  intent_signal: string
}

/** What came of one signal's search. The posts are of grade 2; `graded` is how many there are. */
export interface SignalFigures {
  id: string
  graded: number
  reached: number
  judged: number
  kept: number
  found: number
  requests: number
  fetched: number
  judgedPosts: number
  firstLeadSeconds: number | null
  tenthLeadSeconds: number | null
}

interface Row {
  title: string | null
  body: string
  state: string
  kept: boolean | null
  seconds: number | null
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

/** Reads what a search fetched, gave to the judge and kept, against the keys of the signal's posts of grade 2. */
export async function measureSearch(
  database: Database,
  { searchId, signalId }: { searchId: string; signalId: string },
  { id, graded, requests }: { id: string; graded: ReadonlySet<string>; requests: number },
): Promise<SignalFigures> {
  const { rows } = await database.query<Row>(
    `select title, body, candidate.state, verdict.kept,
       extract(epoch from verdict.judged_at - search.started_at)::float as seconds
     from search_candidate candidate
       join search on search.id = candidate.search_id
       join post on post.id = candidate.post_id
       left join judgement verdict on verdict.intent_signal_id = $2 and verdict.post_id = post.id
     where candidate.search_id = $1 order by verdict.judged_at nulls last, candidate.position`,
    [searchId, signalId],
  )
  const of = (some: readonly Row[]) => {
    const keys = new Set(some.map(({ title, body }) => wordKey(title, body)))
    return [...graded].filter((key) => keys.has(key)).length
  }
  const judged = rows.filter(({ kept }) => kept !== null)
  const kept = judged.filter((row) => row.kept === true)
  return {
    id,
    graded: graded.size,
    reached: of(rows),
    judged: of(judged),
    kept: kept.length,
    found: of(kept),
    requests,
    fetched: rows.length,
    judgedPosts: judged.length,
    firstLeadSeconds: kept[0]?.seconds ?? null,
    tenthLeadSeconds: kept[9]?.seconds ?? null,
  }
}

export interface Summary {
  reached: number
  reached_macro: number
  reached_archive: number
  judged: number
  judged_macro: number
  kept: number
  found: number
  found_macro: number
  requests: number
  fetched_per_lead: number
  judged_per_lead: number
  first_lead_seconds: number | null
  tenth_lead_seconds: number | null
}

/** Micro figures count posts, macro ones are means over signals; requests and seconds are medians. */
export function summarize(signals: readonly SignalFigures[]): Summary {
  const withLeads = signals.filter(({ graded }) => graded > 0)
  const sum = (of: (one: SignalFigures) => number) => signals.reduce((total, one) => total + of(one), 0)
  const graded = sum((one) => one.graded)
  const micro = (of: (one: SignalFigures) => number) => round(sum(of) / graded)
  const macro = (of: (one: SignalFigures) => number) =>
    round(withLeads.reduce((total, one) => total + of(one) / one.graded, 0) / withLeads.length)
  return {
    reached: micro((one) => one.reached),
    reached_macro: macro((one) => one.reached),
    // A search asks nothing of what is held yet.
    reached_archive: 0,
    judged: micro((one) => one.judged),
    judged_macro: macro((one) => one.judged),
    kept: sum((one) => one.kept),
    found: micro((one) => one.found),
    found_macro: macro((one) => one.found),
    requests: median(signals.map((one) => one.requests)) ?? 0,
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
