export const SATURATION = 1.2
const LENGTH_NORM = 0.75
/** The assumed number of posts for a term without a count. */
export const UNSEEN_POSTS = 8

/** How often words occur in posts at large; `counts` holds the posts per term, for the commoner terms only. */
export interface CorpusStatistics {
  posts: number
  meanTerms: number
  counts: Readonly<Record<string, number>>
}

/** A post's terms, counted once and scored against any number of queries. */
export interface TermCounts {
  total: number
  counts: ReadonlyMap<string, number>
}

export function countTerms(terms: readonly string[]): TermCounts {
  const counts = new Map<string, number>()
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  return { total: terms.length, counts }
}

/** Inverse document frequency, never negative; a term without a count is taken as rare. */
export function termWeight(statistics: CorpusStatistics, term: string): number {
  const seen = Object.hasOwn(statistics.counts, term) ? (statistics.counts[term] ?? UNSEEN_POSTS) : UNSEEN_POSTS
  return Math.log(1 + (statistics.posts - seen + 0.5) / (seen + 0.5))
}

/** Okapi BM25 of one query over one post, with shipped statistics so that a score never depends on other posts. */
export function bm25(statistics: CorpusStatistics, query: readonly string[], post: TermCounts): number {
  const norm = lengthNorm(statistics, post.total)
  let score = 0
  for (const term of new Set(query)) {
    const count = post.counts.get(term) ?? 0
    if (count > 0) score += (termWeight(statistics, term) * count * (SATURATION + 1)) / (count + norm)
  }
  return score
}

/** What the counts of a post with so many terms are weighed against. */
export function lengthNorm(statistics: CorpusStatistics, total: number): number {
  return SATURATION * (1 - LENGTH_NORM + (LENGTH_NORM * total) / statistics.meanTerms)
}

/** Share of the query's weight that the post carries at all, in [0, 1]. */
export function coverage(statistics: CorpusStatistics, query: readonly string[], post: TermCounts): number {
  let covered = 0
  let total = 0
  for (const term of new Set(query)) {
    const weight = termWeight(statistics, term)
    total += weight
    if (post.counts.has(term)) covered += weight
  }
  return total === 0 ? 0 : covered / total
}

/** The counts of several passages taken as one. */
export function mergeTerms(passages: readonly TermCounts[]): TermCounts {
  const counts = new Map<string, number>()
  let total = 0
  for (const passage of passages) {
    total += passage.total
    for (const [term, count] of passage.counts) counts.set(term, (counts.get(term) ?? 0) + count)
  }
  return { total, counts }
}
