import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import { lockPeople, type OwnOfPerson } from './person-rows.ts'
import { personNotFound } from './prospect-not-found.ts'

/** A person of the project, locked until the transaction ends; any other is reported as missing. */
export async function requirePerson(
  tx: Tx,
  actor: Actor,
  { projectId, id }: { projectId: string; id: string },
): Promise<OwnOfPerson> {
  await requireProject(tx, actor, projectId)
  const [person] = await lockPeople(tx, { organizationId: actor.organizationId, projectId }, [id])
  if (!person) throw personNotFound()
  return person
}
