import type { PreviewedPost } from '@leadlight/contract/signals'
import { leadLevel } from '@leadlight/domain/scoring'
import type { Judgement } from '@leadlight/engine/judge/judgement'
import type { KeptPost } from '../../core/posts/posts.ts'
import { postText } from '@leadlight/engine/language/post-text'

/** Presents a post that is no lead yet, with its judgement; `score` is given where feedback moved it. */
export function presentPreviewed(
  post: KeptPost,
  judgement: Judgement,
  score = Math.round(judgement.score * 100),
): PreviewedPost {
  return {
    platform: post.platform,
    community: post.community?.name ?? null,
    author: post.author?.name ?? null,
    url: post.url,
    title: post.title,
    text: postText(post),
    posted_at: post.postedAt.toISOString(),
    score,
    level: leadLevel(score),
    reason: judgement.reason,
    evidence: judgement.evidence,
    conditions: judgement.conditions,
  }
}
