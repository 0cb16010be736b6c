import type { SignalTeaching } from '@leadlight/contract/teaching'
import { agreementOf, TAUGHT_BY } from '@leadlight/domain/teaching'
import type { Tx } from '../../platform/db.ts'
import type { Reader } from './create-reader.ts'
import { countRead, selectTaught } from './kept-lessons.ts'

/** What the configured large model teaches about each of these signals; nothing where there is no such model. */
export async function describeTeaching(
  tx: Tx,
  { reader }: { reader: Reader | undefined },
  organizationId: string,
  signals: readonly { id: string; revision: number }[],
): Promise<Map<string, SignalTeaching>> {
  if (!reader) return new Map()
  const { model } = reader
  const rows = await selectTaught(
    tx,
    organizationId,
    signals.map(({ id }) => id),
  )
  const known = signals.map(({ id, revision }) => {
    const taught = rows.find((row) => row.signalId === id && row.revision === revision && row.model === model)
    return { signalId: id, revision, model, taught, since: taught?.since ?? null }
  })
  const read = await countRead(tx, organizationId, known)
  const name = model.slice(model.indexOf('/') + 1)
  return new Map(
    known.map(({ signalId, taught }) => [
      signalId,
      {
        model: name,
        state: taught?.head ? 'taught' : 'asking',
        read: read.get(signalId) ?? 0,
        of: TAUGHT_BY,
        agreement: taught && taught.counted > 0 ? agreementOf(taught) : null,
      },
    ]),
  )
}
