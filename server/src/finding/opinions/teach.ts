import { mayDecide, TAUGHT_BY } from '@leadlight/domain/teaching'
import type { Embedder } from '@leadlight/engine/embedding/embedder'
import { unpackVector } from '@leadlight/engine/embedding/vector-bytes'
import { findSignal, type OfSignal } from '../../core/signals/signals.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { findSaid } from '../learning/find-said.ts'
import { announceTeaching } from './announce-teaching.ts'
import type { Reader } from './create-reader.ts'
import { isKeptByModel, teachHead, type TeachingVerdict } from './taught-head.ts'
import { isTeachable } from './teach-job.ts'
import {
  countRead,
  findTaught,
  saveTaught,
  selectVerdicts,
  type OfTeaching,
  type VerdictRow,
} from './teaching-store.ts'

export interface TeachDependencies {
  db: Db
  clock: Clock
  embedder: Pick<Embedder, 'model'>
  reader: Reader | undefined
}

/**
 * Learns from what the large model said of the signal's posts. Where that surely agrees with it, the model is not asked
 * any more; else it goes on reading, and another try follows. The fit takes a second or so, and is made outside the
 * transactions.
 */
export async function teach(deps: TeachDependencies, of: OfSignal): Promise<void> {
  const { db, reader } = deps
  if (!reader) return
  const scope = organizationScope(of.organizationId)
  const material = await db.transaction(scope, (tx) => gather(tx, deps, { ...of, model: reader.model }))
  const taught = material && teachHead(material.verdicts)
  if (!taught) return
  const { adjustment, lesson } = taught
  await db.transaction(scope, async (tx) => {
    const signal = await findSignal(tx, of)
    if (signal?.revision !== material.of.revision || !(await isTeachable(tx, material.of))) return
    const now = deps.clock.now()
    await saveTaught(tx, material.of, {
      since: material.since ?? new Date(0),
      learnedFrom: material.read,
      counted: lesson.counted,
      agreed: lesson.agreed,
      adjustment: mayDecide(lesson) ? adjustment : null,
      vectorModel: deps.embedder.model,
      taughtAt: now,
    })
    await announceTeaching(tx, signal, now)
  })
}

interface Material {
  of: OfTeaching
  verdicts: TeachingVerdict[]
  since: Date | null
  read: number
}

async function gather(
  tx: Tx,
  { embedder }: TeachDependencies,
  asked: OfSignal & { model: string },
): Promise<Material | undefined> {
  const signal = await findSignal(tx, asked)
  if (!signal) return undefined
  const of = { ...asked, revision: signal.revision }
  if (!(await isTeachable(tx, of))) return undefined
  const since = (await findTaught(tx, of))?.since ?? null
  const rows = await selectVerdicts(tx, of, { since, vectorModel: embedder.model })
  if (rows.length < TAUGHT_BY) return undefined
  const ids = rows.map(({ postId }) => postId)
  const said = await findSaid(tx, of, ids)
  const read = (await countRead(tx, of.organizationId, [{ ...of, since }])).get(of.signalId) ?? 0
  return { of, since, read, verdicts: rows.map((row) => toVerdict(row, said)) }
}

function toVerdict(row: VerdictRow, said: ReadonlyMap<string, boolean>): TeachingVerdict {
  return {
    local: row.localScore / 100,
    vector: unpackVector(row.vector),
    modelKept: isKeptByModel(row.modelScore),
    said: said.get(row.postId) ?? null,
  }
}
