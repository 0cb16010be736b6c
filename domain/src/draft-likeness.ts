const SHINGLE_WORDS = 3

/** The share from which two drafts count as much the same. */
export const SIMILAR_FROM = 0.5

/** How alike two texts are, from 0 to 1: the Jaccard index of their runs of three words. */
export function likeness(one: string, other: string): number {
  const [a, b] = [shingles(one), shingles(other)]
  if (a.size === 0 || b.size === 0) return 0
  const shared = [...a].filter((shingle) => b.has(shingle)).length
  return shared / (a.size + b.size - shared)
}

/** Whether `text` repeats a run of at least `words` words of `source`. */
export function repeats(text: string, source: string, words: number): boolean {
  const known = runs(source, words)
  return [...runs(text, words)].some((run) => known.has(run))
}

function shingles(text: string): Set<string> {
  return runs(text, SHINGLE_WORDS)
}

function runs(text: string, length: number): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const found = new Set<string>()
  for (let from = 0; from + length <= words.length; from += 1) found.add(words.slice(from, from + length).join(' '))
  return found
}
