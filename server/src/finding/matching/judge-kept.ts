import type { JudgingWish } from '@leadlight/engine/judge/judge'
import type { Judgement } from '@leadlight/engine/judge/judgement'
import type { Plan } from '@leadlight/engine/plan/plan'
import type { KeptPost } from '../../core/posts/posts.ts'
import type { MatchingDependencies } from './matching-dependencies.ts'

export interface Judged {
  post: KeptPost
  judgement: Judgement
}

/** Judges stored posts by the judge alone, in their order. Not to be called inside a transaction. */
export async function judgeKept(
  { judge }: Pick<MatchingDependencies, 'judge'>,
  plan: Plan,
  posts: readonly KeptPost[],
  wish: JudgingWish = {},
): Promise<Judged[]> {
  const inputs = posts.map((post) => ({ ...post, community: post.community?.name ?? null }))
  const judgements = await judge.judge(plan, inputs, wish)
  return posts.flatMap((post, i) => {
    const judgement = judgements[i]
    return judgement ? [{ post, judgement }] : []
  })
}
