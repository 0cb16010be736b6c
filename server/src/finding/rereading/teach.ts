import { mayDecide, TAUGHT_BY } from '@leadlight/domain/teaching'
import type { Judge } from '@leadlight/engine/judge/judge'
import type { Embedder } from '@leadlight/engine/embedding/embedder'
import { unpackVector } from '@leadlight/engine/embedding/vector-bytes'
import { planBrief } from '@leadlight/engine/plan/brief'
import { findSignal, type OfSignal, type SignalInUse } from '../../core/signals/signals.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { findSaid } from '../learning/find-said.ts'
import { findPosts, type KeptPost } from '../matching/kept-posts.ts'
import { toJudgedInput } from '../matching/record-verdicts.ts'
import { announceTeaching } from '../opinions/announce-teaching.ts'
import type { Reader } from '../opinions/create-reader.ts'
import { countRead, findTaught, saveTaught, selectVerdicts, type OfTeaching } from '../opinions/kept-lessons.ts'
import { isKeptByModel, teachHead, type TeachingVerdict } from '../opinions/taught-head.ts'
import { isTeachable } from '../opinions/teach-job.ts'

export interface TeachDependencies {
  db: Db
  clock: Clock
  judge: Judge
  embedder: Pick<Embedder, 'model'>
  reader: Reader | undefined
}

/**
 * Learns from what the large model said of the signal's posts. Where that surely agrees with it, the model is not asked
 * any more; else it goes on reading, and another try follows. The posts are judged once more by the built-in model, so
 * that a new version of it needs no new verdicts. That and the fit take some seconds, outside the transactions.
 */
export async function teach(deps: TeachDependencies, asked: OfSignal): Promise<void> {
  const { db, reader } = deps
  if (!reader) return
  const scope = organizationScope(asked.organizationId)
  const material = await db.transaction(scope, (tx) => gather(tx, deps, { ...asked, model: reader.model }))
  if (!material) return
  const { of, posts, since, read } = material
  const judgements = await deps.judge.judge(planBrief(material.signal), posts.map(toJudgedInput))
  const judgeModel = judgements[0]?.modelVersion
  const taught = teachHead(posts.flatMap((post, at) => toVerdict(material, post, judgements[at])))
  if (!taught || judgeModel === undefined) return
  const { head, lesson } = taught
  await db.transaction(scope, async (tx) => {
    const signal = await findSignal(tx, of)
    if (signal?.revision !== of.revision || !(await isTeachable(tx, of, judgeModel))) return
    const now = deps.clock.now()
    await saveTaught(tx, of, {
      since: since ?? new Date(0),
      learnedFrom: read,
      counted: lesson.counted,
      agreed: lesson.agreed,
      head: mayDecide(lesson) ? head : null,
      vectorModel: deps.embedder.model,
      judgeModel,
      taughtAt: now,
    })
    await announceTeaching(tx, signal, now)
  })
}

interface Material {
  of: OfTeaching
  signal: SignalInUse
  posts: KeptPost[]
  /** What the model and people said of them. */
  scores: ReadonlyMap<string, number>
  said: ReadonlyMap<string, boolean>
  since: Date | null
  read: number
}

/** The verdicts to learn from and their posts; undefined where there are not enough of them. */
async function gather(
  tx: Tx,
  { embedder }: TeachDependencies,
  asked: OfSignal & { model: string },
): Promise<Material | undefined> {
  const signal = await findSignal(tx, asked)
  if (!signal) return undefined
  const of = { ...asked, revision: signal.revision }
  const since = (await findTaught(tx, of))?.since ?? null
  const rows = await selectVerdicts(tx, of, { since, vectorModel: embedder.model })
  if (rows.length < TAUGHT_BY) return undefined
  const ids = rows.map(({ postId }) => postId)
  return {
    of,
    signal,
    posts: await findPosts(tx, ids),
    scores: new Map(rows.map(({ postId, modelScore }) => [postId, modelScore])),
    said: await findSaid(tx, of, ids),
    since,
    read: (await countRead(tx, of.organizationId, [{ ...of, since }])).get(of.signalId) ?? 0,
  }
}

function toVerdict(
  { scores, said }: Material,
  post: KeptPost,
  judgement: Awaited<ReturnType<Judge['judge']>>[number] | undefined,
): TeachingVerdict[] {
  const score = scores.get(post.id)
  if (!judgement || !post.vector || score === undefined) return []
  const { score: local, features } = judgement
  const seen = { local, features, vector: unpackVector(post.vector) }
  return [{ ...seen, modelKept: isKeptByModel(score), said: said.get(post.id) ?? null }]
}
