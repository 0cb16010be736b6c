import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { requireProject } from '../projects/require-project.ts'
import { findWordings, lockSignal, type SignalRow } from './signals.ts'

/**
 * A signal of a project within the actor's reach, locked until the transaction ends; any other is reported as missing.
 */
export async function requireSignal(tx: Tx, actor: Actor, ids: { projectId: string; id: string }): Promise<SignalRow> {
  await requireProject(tx, actor, ids.projectId)
  const signal = await lockSignal(tx, actor.organizationId, ids)
  if (!signal) throw signalNotFound()
  return signal
}

/** The same for a signal whose posts are judged by a sentence. */
export async function requireIntent(tx: Tx, actor: Actor, ids: { projectId: string; id: string }): Promise<SignalRow> {
  const signal = await requireSignal(tx, actor, ids)
  requireIntentKind(signal)
  return signal
}

/** Refuses watched names, where a sentence is needed. */
export function requireIntentKind({ kind }: Pick<SignalRow, 'kind'>): void {
  if (kind === 'intent') return
  throw new AppError('conflict', 'signal_is_name', 'This signal watches names, and no post is judged for it.')
}

/** Throws, as if missing, for signals that the project does not have. */
export async function requireSignals(
  tx: Tx,
  organizationId: string,
  { projectId, ids }: { projectId: string; ids: readonly string[] },
): Promise<void> {
  if (ids.length === 0) return
  const known = await findWordings(tx, organizationId, projectId)
  if (ids.every((id) => known.has(id))) return
  throw signalNotFound()
}

export function signalNotFound(): AppError {
  return new AppError('not_found', 'signal_not_found', 'That intent signal does not exist.')
}
