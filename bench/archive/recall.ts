import { createHash } from 'node:crypto'
import type { ArchiveThread } from '@leadlight/engine/archive/archive-thread'
import type { Embedder } from '@leadlight/engine/embedding/embedder'
import { postText } from '@leadlight/engine/language/post-text'
import { postKey, type GradedPost, type Signal } from '../relevance/read-data.ts'
import { questionOf, type CorpusPost } from './corpus.ts'

const CUTS = [100, 200, 500] as const
const PUT_AT_ONCE = 500

export interface Recall {
  signals: number
  leads: number
  /** For each cut: the share of all graded leads among so many, and the mean of the signals' own shares. */
  within: Record<string, { micro: number; macro: number }>
}

/** How many of the graded leads are among the first posts that the archive of all posts answers for their signal. */
export async function measureRecall(
  parts: { embedder: Embedder; thread: ArchiveThread },
  corpus: readonly CorpusPost[],
  graded: { signals: readonly Signal[]; judgements: readonly GradedPost[] },
): Promise<Recall> {
  const { embedder, thread } = parts
  for (let from = 0; from < corpus.length; from += PUT_AT_ONCE) await thread.put(corpus.slice(from, from + PUT_AT_ONCE).map(toArchived)) // oxfmt-ignore
  const found: { total: number; within: number[] }[] = []
  for (const signal of graded.signals) {
    const own = graded.judgements.filter((judgement) => judgement.signal === signal.id && judgement.grade === 2)
    if (own.length === 0) continue
    const wanted = new Set(own.map((judgement) => idOf(postKey(judgement))))
    const question = await questionOf(embedder, signal.intent_signal)
    const answer = await thread.search({ ...question, projectId: '', without: [], since: null, limit: Math.max(...CUTS) }) // oxfmt-ignore
    const within = CUTS.map((cut) => answer.slice(0, cut).filter(({ postId }) => wanted.has(postId)).length)
    found.push({ total: wanted.size, within })
  }
  const leads = found.reduce((sum, { total }) => sum + total, 0)
  const within = CUTS.map((cut, at) => {
    const micro = found.reduce((sum, one) => sum + (one.within[at] ?? 0), 0) / leads
    const macro = found.reduce((sum, one) => sum + (one.within[at] ?? 0) / one.total, 0) / found.length
    return [cut, { micro: rounded(micro), macro: rounded(macro) }] as const
  })
  return { signals: found.length, leads, within: Object.fromEntries(within) }
}

function toArchived(post: CorpusPost) {
  const { key, postedAt, vector } = post
  return { id: idOf(key), postedAt: postedAt.getTime(), platform: 'shared', seenBy: null, text: postText(post), vector }
}

/** A UUID for a post, the same each time. */
function idOf(key: string): string {
  const hex = createHash('sha256').update(key).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

function rounded(share: number): number {
  return Math.round(share * 1_000) / 1_000
}
