import type { OfSignal } from '../../core/signals/signals.ts'
import { sql } from 'kysely'
import type { Row, Tx } from '../../platform/db.ts'
import type { Adjustment } from './adjustment.ts'

export interface Learned {
  adjustment: Adjustment
  /** The model whose vectors the weights apply to. */
  vectorModel: string
}

/** What was learned from the signal's feedback; undefined where there is none. */
export async function findLearned(tx: Tx, { organizationId, signalId }: OfSignal): Promise<Learned | undefined> {
  const { rows } = await sql<Pick<Row<'signal_adjustment'>, 'weights' | 'vector_model'>>`
    select weights, vector_model from signal_adjustment
    where organization_id = ${organizationId} and intent_signal_id = ${signalId}`.execute(tx)
  const [row] = rows
  return row && { adjustment: unpack(row.weights), vectorModel: row.vector_model }
}

export async function saveLearned(
  tx: Tx,
  { organizationId, signalId }: OfSignal,
  { adjustment, vectorModel, labels, now }: Learned & { labels: number; now: Date },
): Promise<void> {
  await sql`
    insert into signal_adjustment (organization_id, intent_signal_id, labels, vector_model, weights, learned_at)
    values (${organizationId}, ${signalId}, ${labels}, ${vectorModel}, ${pack(adjustment)}, ${now})
    on conflict (intent_signal_id) do update set labels = excluded.labels, vector_model = excluded.vector_model,
      weights = excluded.weights, learned_at = excluded.learned_at`.execute(tx)
}

export async function deleteLearned(tx: Tx, { organizationId, signalId }: OfSignal): Promise<void> {
  await sql`
    delete from signal_adjustment where organization_id = ${organizationId} and intent_signal_id = ${signalId}`.execute(
    tx,
  )
}

function pack({ bias, weights }: Adjustment): Buffer {
  return Buffer.from(Float64Array.of(bias, ...weights).buffer)
}

function unpack(bytes: Uint8Array): Adjustment {
  // Copied, since the database's bytes may not start at a multiple of eight, as Float64Array requires.
  const values = new Float64Array(Uint8Array.from(bytes).buffer)
  return { bias: values[0] ?? 0, weights: values.subarray(1) }
}
