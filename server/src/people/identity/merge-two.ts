import type { ProjectIds } from '../../platform/actor.ts'
import { personNotFound } from '../prospects/prospect-not-found.ts'
import type { Tx } from '../../platform/db.ts'
import { mergeDrafts } from '../drafts/merge-drafts.ts'
import { deletePerson, lockPeopleAndAccounts, moveAccounts, setOwn } from '../prospects/person-rows.ts'
import { renewPeople } from '../prospects/renew-people.ts'
import { insertMerge, moveMerges } from './merge-store.ts'

export interface Merging extends ProjectIds {
  mergeId: string
  now: Date
  /** The person who stays, and the one who goes. */
  personId: string
  formerId: string
  proposalId: string | null
}

/**
 * Merges two people in the caller's transaction, and records what undoes it completely. The one who stays keeps their
 * id, status and draft, or gets the other's if they have none. The merged person is deleted only if both were.
 */
export async function mergeTwo(tx: Tx, merging: Merging): Promise<void> {
  const { organizationId, personId, formerId } = merging
  const held = await lockPeopleAndAccounts(tx, merging, [personId, formerId])
  const stayed = held.find(({ id }) => id === personId)
  const former = held.find(({ id }) => id === formerId)
  if (!stayed || !former) throw personNotFound()
  const status_config_id = stayed.status_config_id ?? former.status_config_id
  const deleted = stayed.deleted && former.deleted
  const way = { from: formerId, to: personId }
  const profile_ids = await moveAccounts(tx, organizationId, way)
  const moved_merge_ids = await moveMerges(tx, organizationId, way)
  const drafts = await mergeDrafts(tx, organizationId, way)
  await deletePerson(tx, organizationId, formerId)
  await setOwn(tx, organizationId, { ...stayed, status_config_id, deleted })
  await insertMerge(tx, {
    id: merging.mergeId,
    organization_id: organizationId,
    project_id: merging.projectId,
    person_id: personId,
    stayed_id: personId,
    former_id: formerId,
    former_created_at: former.created_at,
    former_last_posted_at: former.last_posted_at,
    former_status_config_id: former.status_config_id,
    former_deleted: former.deleted,
    kept_last_posted_at: stayed.last_posted_at,
    kept_status_config_id: stayed.status_config_id,
    kept_deleted: stayed.deleted,
    set_status_config_id: status_config_id,
    set_deleted: deleted,
    profile_ids,
    moved_merge_ids,
    ...drafts,
    proposal_id: merging.proposalId,
    merged_at: merging.now,
  })
  await renewPeople(tx, organizationId, [personId])
}
