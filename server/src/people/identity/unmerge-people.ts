import type { Actor, ProjectIds } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { LostRace } from '../../platform/lost-race.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import { unmergeDrafts } from '../drafts/merge-drafts.ts'
import { enqueueFinding } from '../enrichment/find-identities-job.ts'
import {
  lockPeopleAndAccounts,
  insertPerson,
  moveAccounts,
  type OwnOfPerson,
  setOwn,
} from '../prospects/person-rows.ts'
import { renewPeople } from '../prospects/renew-people.ts'
import type { IdentityDependencies } from './identity-dependencies.ts'
import { deleteMerge, findMerge, moveMerges, passOnSaved, type MergeRow } from './merge-store.ts'
import { reopenProposal } from './proposal-store.ts'
import { selectAccountsOf } from './account-store.ts'

/**
 * Undoes a merge in one step: both people are exactly as they were. What was changed since (a status, a draft) stays
 * with the remaining person; an account that is gone stays gone.
 */
export async function unmergePeople(
  deps: Pick<IdentityDependencies, 'db' | 'jobs'>,
  actor: Actor,
  { projectId, id }: { projectId: string; id: string },
): Promise<{ person_id: string; restored_person_id: string }> {
  const { organizationId } = actor
  return deps.db.transaction(organizationScope(organizationId), async (tx) => {
    await requireProject(tx, actor, projectId)
    const ids = { organizationId, projectId }
    const found = await findMerge(tx, ids, id, { held: false })
    const [stayed] = found ? await lockPeopleAndAccounts(tx, ids, [found.person_id]) : []
    const merge = await findMerge(tx, ids, id, { held: true })
    if (!found || !merge) throw mergeNotFound()
    if (merge.person_id !== found.person_id) throw new LostRace('Another merge came on top of this one.')
    if (!stayed) throw mergeNotFound()
    if (merge.person_id !== merge.stayed_id) throw builtOn()
    await takeBack(tx, ids, merge, stayed)
    await enqueueFinding(tx, deps, ids, { soon: true })
    return { person_id: merge.person_id, restored_person_id: merge.former_id }
  })
}

async function takeBack(tx: Tx, ids: ProjectIds, merge: MergeRow, stayed: OwnOfPerson): Promise<void> {
  const { organizationId } = ids
  const { person_id: personId, former_id: formerId } = merge
  const accounts = await selectAccountsOf(tx, organizationId, [personId])
  const back = accounts.filter(({ id }) => merge.profile_ids.includes(id))
  // One side has no account left, so nothing can be told apart any more.
  if (back.length === 0 || back.length === accounts.length) throw mergeNotFound()
  await insertPerson(tx, ids, {
    id: formerId,
    created_at: merge.former_created_at,
    last_posted_at: merge.former_last_posted_at,
    status_config_id: merge.former_status_config_id,
    deleted: merge.former_deleted,
  })
  const way = { from: personId, to: formerId }
  await moveAccounts(tx, organizationId, { ...way, only: merge.profile_ids })
  await moveMerges(tx, organizationId, { ...way, only: merge.moved_merge_ids })
  await unmergeDrafts(tx, organizationId, { ...way, ...merge })
  await setOwn(tx, organizationId, {
    id: personId,
    last_posted_at: merge.kept_last_posted_at,
    status_config_id:
      stayed.status_config_id === merge.set_status_config_id ? merge.kept_status_config_id : stayed.status_config_id,
    deleted: stayed.deleted === merge.set_deleted ? merge.kept_deleted : stayed.deleted,
  })
  await passOnSaved(tx, merge)
  if (merge.proposal_id !== null) await reopenProposal(tx, organizationId, merge.proposal_id)
  await deleteMerge(tx, organizationId, merge.id)
  await renewPeople(tx, organizationId, [personId, formerId])
}

function mergeNotFound(): AppError {
  return new AppError('not_found', 'identity_merge_not_found', 'That merge does not exist, or was taken back already.')
}

function builtOn(): AppError {
  const detail = 'Since then this person became one with somebody else. Take that merge back first.'
  return new AppError('conflict', 'identity_merge_built_on', detail)
}
