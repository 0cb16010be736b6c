import { isSameName } from '@leadlight/domain/statuses'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { lockName } from '../../platform/named-lock.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import {
  findStatusRow,
  selectNamed,
  selectStatuses,
  type StatusKind,
  type StatusRow,
  type StatusSet,
} from './status-store.ts'

/** Which status a call means; without a kind, one of either set. */
export interface StatusIds {
  projectId: string
  id: string
  kind?: StatusKind
}

/** A status of the project, which the caller has checked. One of the other set is "not found". */
export async function requireStatus(tx: Tx, organizationId: string, ids: StatusIds): Promise<StatusRow> {
  const status = await findStatusRow(tx, organizationId, ids)
  if (!status || (ids.kind !== undefined && status.kind !== ids.kind)) {
    throw new AppError('not_found', 'status_not_found', 'That status does not exist.')
  }
  return status
}

/** The same for an actor who reaches the project, with both of its sets locked until the transaction ends. */
export async function lockStatus(tx: Tx, actor: Actor, ids: StatusIds): Promise<StatusRow> {
  await lockStatuses(tx, actor, ids.projectId)
  return requireStatus(tx, actor.organizationId, ids)
}

/** Locks the project's statuses: nobody else adds, changes, moves or deletes one until the transaction ends. */
export async function lockStatuses(tx: Tx, actor: Actor, projectId: string): Promise<void> {
  await requireProject(tx, actor, projectId)
  await lockName(tx, `statuses:${projectId}`)
}

/** Refuses a name that another status of the set has, in any letter case. */
export async function requireFreeName(
  tx: Tx,
  organizationId: string,
  wanted: StatusSet & { id: string; name: string },
): Promise<void> {
  const { id, name } = wanted
  const others = (await selectStatuses(tx, organizationId, wanted)).filter((other) => other.id !== id)
  const named = await selectNamed(tx, organizationId, wanted)
  if (!others.some((other) => isSameName(other.name, name) || named.includes(other.id))) return
  throw new AppError('conflict', 'status_name_taken', `There is a status called “${name}” already.`)
}
