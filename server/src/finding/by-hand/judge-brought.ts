import { packVector, unpackVector } from '@leadlight/engine/embedding/vector-bytes'
import { createPrefilter, embeddedText } from '@leadlight/engine/index/prefilter'
import type { Judgement } from '@leadlight/engine/judge/judgement'
import { postText } from '@leadlight/engine/language/post-text'
import { planBrief } from '@leadlight/engine/plan/brief'
import type { Plan } from '@leadlight/engine/plan/plan'
import type { Millicredits } from '@leadlight/domain/credits'
import { judgingPrice } from '../matching/judging-price.ts'
import { isUncertain } from '../opinions/uncertain-band.ts'
import type { SignalRow } from '../../core/signals/signals.ts'
import type { ByHandDependencies } from './by-hand-dependencies.ts'
import { toJudgedInput } from '../matching/record-verdicts.ts'
import type { NewPost } from '../matching/kept-posts.ts'
import { secondOpinion, type SecondOpinions } from '../opinions/second-opinion.ts'

/** Somebody waits for the answer. */
const READING_MS_MAX = 45_000

export type EmbeddedPost = NewPost & { vector: Uint8Array; vectorModel: string }

/** The verdicts under one signal on those posts that are near it. */
export interface Verdicts {
  signal: SignalRow
  posts: readonly EmbeddedPost[]
  second: Pick<SecondOpinions, 'judgements' | 'opinions'>
}

type Judging = Pick<ByHandDependencies, 'db' | 'clock' | 'embedder' | 'judge' | 'judgedPostPrice' | 'reader'>

/** What is near a signal, and what the built-in judge says of it. */
export interface Judged {
  signal: SignalRow
  plan: Plan
  posts: readonly EmbeddedPost[]
  judgements: readonly Judgement[]
}

/** The posts with their vectors. */
export async function embedBrought({ embedder }: Judging, posts: readonly NewPost[]): Promise<EmbeddedPost[]> {
  const vectors = await embedder.embed(posts.map(embeddedText))
  return posts.flatMap((post, at) => {
    const vector = vectors[at]
    return vector ? [{ ...post, vector: packVector(vector), vectorModel: embedder.model }] : []
  })
}

/** Judges posts for each signal that they are near, as a search does: by the prefilter, then by the judge. */
export async function judgeBrought(
  { embedder, judge }: Judging,
  posts: readonly EmbeddedPost[],
  { signals, signal: aborted }: { signals: readonly SignalRow[]; signal: AbortSignal },
): Promise<Judged[]> {
  const all: Judged[] = []
  for (const signal of signals) {
    aborted.throwIfAborted()
    const plan = planBrief(signal)
    const prefilter = await createPrefilter(embedder, plan)
    const near = posts.filter((post) => prefilter(postText(post), unpackVector(post.vector)).passed)
    if (near.length === 0) continue
    all.push({ signal, plan, posts: near, judgements: await judge.judge(plan, near.map(toJudgedInput)) })
  }
  return all
}

/** The most that this can cost, the large model's readings included. */
export function mostFor(deps: Judging, judged: readonly Judged[]): Millicredits {
  return judged.reduce((sum, { signal, judgements }) => {
    const { price, modelPrice } = judgingPrice(deps, signal)
    return sum + judgements.length * price + judgements.filter(isUncertain).length * modelPrice
  }, 0)
}

/**
 * Has the large model, if there is one, read what the judge is unsure of. Not to be called inside a transaction. Once
 * the time is over, the judge's word stands.
 */
export async function readBrought(
  deps: Judging,
  judged: readonly Judged[],
  { organizationId, signal: aborted }: { organizationId: string; signal: AbortSignal },
): Promise<Verdicts[]> {
  const endsAt = deps.clock.now().getTime() + READING_MS_MAX
  const all: Verdicts[] = []
  for (const { signal, plan, posts, judgements } of judged) {
    const isLate = deps.clock.now().getTime() >= endsAt
    const asking = {
      organizationId,
      projectId: signal.projectId,
      signalId: signal.id,
      revision: signal.revision,
      plan,
      posts: posts.map((post) => ({ id: post.id, input: toJudgedInput(post), stored: post })),
      judgements,
      signal: aborted,
    }
    const second = isLate ? { judgements: [...judgements], opinions: [] } : await secondOpinion(deps, asking)
    all.push({ signal, posts, second })
  }
  return all
}
