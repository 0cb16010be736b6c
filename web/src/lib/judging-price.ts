import { useInstance } from './instance.ts'

/** The most that judging a post costs, in credits, and whether most posts cost less; undefined while it loads. */
export function useJudgingPrice(): { most: number; isAtMost: boolean } | undefined {
  const instance = useInstance()
  if (!instance) return undefined
  const onTop = instance.model_judged_post_price
  return { most: instance.judged_post_price + onTop, isAtMost: onTop > 0 }
}
