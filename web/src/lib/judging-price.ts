import { useInstance } from './instance.ts'

/** What judging a post costs at most, in credits, and whether most posts cost less; undefined until it is known. */
export function useJudgingPrice(): { most: number; isAtMost: boolean } | undefined {
  const instance = useInstance()
  if (!instance) return undefined
  const onTop = instance.model_judged_post_price
  return { most: instance.judged_post_price + onTop, isAtMost: onTop > 0 }
}
