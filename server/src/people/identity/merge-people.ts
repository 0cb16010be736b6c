import type { Actor } from '../../platform/actor.ts'
import { invalidPart } from '../../platform/errors.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import { enqueueFinding } from '../enrichment/find-identities-job.ts'
import type { IdentityDependencies } from './identity-dependencies.ts'
import { mergeTwo } from './merge-two.ts'

/** Merges two people whom somebody knows to be one; the first stays. */
export async function mergePeople(
  deps: Pick<IdentityDependencies, 'db' | 'clock' | 'newId' | 'jobs'>,
  actor: Actor,
  { projectId, id, otherId }: { projectId: string; id: string; otherId: string },
): Promise<{ merge_id: string; person_id: string }> {
  const { organizationId } = actor
  const mergeId = deps.newId()
  return deps.db.transaction(organizationScope(organizationId), async (tx) => {
    await requireProject(tx, actor, projectId)
    if (id === otherId) throw invalidPart('body.other_id', 'person_is_the_same', 'Choose two different people.')
    const merging = { organizationId, projectId, mergeId, personId: id, formerId: otherId, proposalId: null }
    await mergeTwo(tx, { ...merging, now: deps.clock.now() })
    await enqueueFinding(tx, deps, { organizationId, projectId }, { soon: true })
    return { merge_id: mergeId, person_id: id }
  })
}
