import { packVector, unpackVector } from '@leadlight/engine/embedding/vector-bytes'
import { createPrefilter, embeddedText } from '@leadlight/engine/index/prefilter'
import type { Judgement } from '@leadlight/engine/judge/judgement'
import { postText } from '@leadlight/engine/language/post-text'
import { planBrief } from '@leadlight/engine/plan/brief'
import type { SignalRow } from '../../core/signals/signals.ts'
import type { ByHandDependencies } from './by-hand-dependencies.ts'
import { toJudgedInput } from '../matching/record-verdicts.ts'
import type { NewPost } from '../matching/kept-posts.ts'
import { secondOpinion, type SecondOpinions } from '../opinions/second-opinion.ts'

export type EmbeddedPost = NewPost & { vector: Uint8Array; vectorModel: string }

/** The verdicts under one signal on those posts that are near it. */
export interface Verdicts {
  signal: SignalRow
  posts: readonly EmbeddedPost[]
  second: SecondOpinions
}

type Judging = Pick<ByHandDependencies, 'db' | 'clock' | 'embedder' | 'judge' | 'reader'>

interface Asked {
  organizationId: string
  signals: readonly SignalRow[]
  signal: AbortSignal
}

/** The posts with their vectors. */
export async function embedBrought({ embedder }: Judging, posts: readonly NewPost[]): Promise<EmbeddedPost[]> {
  const vectors = await embedder.embed(posts.map(embeddedText))
  return posts.flatMap((post, at) => {
    const vector = vectors[at]
    return vector ? [{ ...post, vector: packVector(vector), vectorModel: embedder.model }] : []
  })
}

/**
 * Judges posts for each signal that they are near, as a search does: the prefilter, the judge, and the large model
 * where it is unsure. Not to be called inside a transaction.
 */
export async function judgeBrought(
  deps: Judging,
  posts: readonly EmbeddedPost[],
  { organizationId, signals, signal: aborted }: Asked,
): Promise<Verdicts[]> {
  const all: Verdicts[] = []
  for (const signal of signals) {
    aborted.throwIfAborted()
    const plan = planBrief(signal)
    const prefilter = await createPrefilter(deps.embedder, plan)
    const near = posts.filter((post) => prefilter(postText(post), unpackVector(post.vector)).passed)
    if (near.length === 0) continue
    const judgements: Judgement[] = await deps.judge.judge(plan, near.map(toJudgedInput))
    const second = await secondOpinion(deps, {
      organizationId,
      projectId: signal.projectId,
      signalId: signal.id,
      revision: signal.revision,
      plan,
      posts: near.map((post) => ({ id: post.id, input: toJudgedInput(post), stored: post })),
      judgements,
      signal: aborted,
    })
    all.push({ signal, posts: near, second })
  }
  return all
}
