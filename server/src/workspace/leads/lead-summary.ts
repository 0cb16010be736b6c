import type { Evidence } from '@leadlight/contract/evidence'
import { anchored } from '@leadlight/domain/evidence'
import { excerptOf, type Excerpt } from '@leadlight/domain/excerpts'
import { postText } from '@leadlight/domain/posts'
import type { StoredEvidence } from './match-store.ts'

export interface LeadSummary {
  score: number
  excerpt: Excerpt<Evidence>
}

/**
 * What a lead's row shows of its matches: the best one's score and passage, or 0 and the post's beginning without any.
 */
export function summaryOf(
  post: { title: string | null; body: string },
  best: { score: number; evidence: StoredEvidence[] } | undefined,
): LeadSummary {
  const evidence = best ? anchored(postText(post.title, post.body), best.evidence) : []
  return { score: best?.score ?? 0, excerpt: excerptOf(post, evidence) }
}
