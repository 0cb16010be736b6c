import { createWordIndex, type WordIndex } from '@leadlight/engine/index/word-index'
import type { WordPlan } from '@leadlight/engine/index/word-plan'
import { postsHolding } from '@leadlight/engine/language/word-statistics'

const ROUNDS = 5
const POSTS_A_ROUND = 10_000
const EDITS = 5_000

export interface Speed {
  index: WordIndex
  signals: number
  putPerSecond: number
  /** Posts a second on one core, counting only time in which this thread ran, so that neighbours matter little. */
  read: number
  matched: number
  ratio: number
  matchesPerPost: number
}

/** Puts the plans into an index, and has posts read alone and matched in turns. Figures are medians of rounds. */
export function measureSpeed(plans: readonly WordPlan[], texts: readonly string[]): Speed {
  const index = createWordIndex({ frequencyOf: postsHolding })
  const put = perSecond(plans, (plan) => index.put(plan))
  const posts = texts.slice(0, POSTS_A_ROUND)
  let matches = 0
  const rounds = Array.from({ length: ROUNDS + 1 }, () => {
    matches = 0
    const read = perSecond(posts, (text) => index.read(text))
    const matched = perSecond(posts, (text) => index.match(text, () => matches++))
    return { read, matched, ratio: matched / read }
  }).slice(1)
  return {
    index,
    signals: plans.length,
    putPerSecond: Math.round(put),
    read: Math.round(median(rounds.map(({ read }) => read))),
    matched: Math.round(median(rounds.map(({ matched }) => matched))),
    ratio: rounded(median(rounds.map(({ ratio }) => ratio))),
    matchesPerPost: rounded(matches / posts.length),
  }
}

/** Times an edit: putting a plan, every other time in the place of another, until a post has matched it. */
export function measureEdits(index: WordIndex): { edits: number; p50Ms: number; p99Ms: number; maxMs: number } {
  const times: number[] = []
  let slot: number | undefined
  for (let edit = 0; edit < EDITS; edit++) {
    const plan = {
      groups: [{ anyOf: [`edited${edit}`, 'a phrase of words'] }, { anyOf: ['invoice', 'invoicing tool'] }],
    }
    const begun = performance.now()
    if (slot !== undefined && edit % 2 === 1) index.remove(slot)
    slot = index.put(plan)
    let isFound = false
    index.match(`An invoice that was edited${edit} today.`, (found) => (isFound ||= found === slot))
    times.push(performance.now() - begun)
    if (!isFound) throw new Error(`Edit ${edit} was not found`)
  }
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => rounded(sorted[Math.min(EDITS - 1, Math.floor(share * EDITS))] ?? NaN)
  return { edits: EDITS, p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1) }
}

export function perSecond<T>(items: readonly T[], work: (item: T) => void): number {
  const begun = threadSeconds()
  for (const item of items) work(item)
  return items.length / (threadSeconds() - begun)
}

function threadSeconds(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1e6
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN
}

export function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000
}
