import type { Brief } from '../matching/brief.ts'
import type { Tx } from '../platform/db.ts'
import { lockSignalById } from './signal-store.ts'

/** A signal with its present wording, as those work with it who judge posts for it. */
export interface SignalInUse extends Brief {
  organizationId: string
  projectId: string
  signalId: string
  revision: number
}

/** The signal, locked until the transaction ends; undefined where it was deleted. */
export async function findSignal(
  tx: Tx,
  { organizationId, signalId }: { organizationId: string; signalId: string },
): Promise<SignalInUse | undefined> {
  const row = await lockSignalById(tx, organizationId, signalId)
  if (!row) return undefined
  const { projectId, intentSignal, notInterested, planEdits, revision } = row
  return { organizationId, projectId, signalId, intentSignal, notInterested, planEdits, revision }
}
