import type { Embedder } from '@leadlight/engine/embedding/embedder'
import { createJudge, type Judge, type JudgeWeights } from '@leadlight/engine/judge/judge'
import { planSignal } from '@leadlight/engine/plan/plan'

/** The product's judge, with weights of its own for each sentence. It refuses a plan of any other. */
export function createFoldJudge(
  embedder: Embedder,
  signals: readonly { sentence: string; weights: JudgeWeights }[],
): Judge {
  const judges = new Map(
    [...new Set(signals.map(({ weights }) => weights))].map((weights) => [weights, createJudge({ embedder, weights })]),
  )
  const bySignal = new Map(signals.map(({ sentence, weights }) => [planSignal(sentence).signal, judges.get(weights)]))
  return {
    judge(plan, posts) {
      const judge = bySignal.get(plan.signal)
      if (!judge) throw new Error(`No weights were learned for the signal "${plan.signal}".`)
      return judge.judge(plan, posts)
    },
  }
}
