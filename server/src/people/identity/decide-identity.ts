import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import { enqueueFinding } from '../enrichment/find-identities-job.ts'
import { lockPeopleAndAccounts } from '../prospects/person-rows.ts'
import type { IdentityDependencies } from './identity-dependencies.ts'
import { mergeTwo } from './merge-two.ts'
import { selectNames } from './account-store.ts'
import { decideProposal, findProposal, reopenProposal, type ProposalRow } from './proposal-store.ts'

export interface ProposalIds {
  projectId: string
  id: string
}

type Deciding = Pick<IdentityDependencies, 'db' | 'clock' | 'newId' | 'jobs'>

/**
 * Merges the two proposed people; the one with more posts stays. The merged accounts are compared again, as they may
 * match others.
 */
export async function acceptIdentity(
  deps: Deciding,
  actor: Actor,
  { projectId, id }: ProposalIds,
): Promise<{ merge_id: string; person_id: string }> {
  const { organizationId } = actor
  const { db, clock, newId } = deps
  const mergeId = newId()
  return db.transaction(organizationScope(organizationId), async (tx) => {
    const asked = await requireProposal(tx, actor, { projectId, id }, { held: false })
    const ids = [asked.person_id, asked.other_person_id]
    const people = await lockPeopleAndAccounts(tx, { organizationId, projectId }, ids)
    const proposal = await requireProposal(tx, actor, { projectId, id }, { held: true })
    // One of them may have been merged into somebody else while this waited for the locks.
    const isAsIs = proposal.person_id === asked.person_id && proposal.other_person_id === asked.other_person_id
    if (proposal.state !== 'open' || ids[0] === ids[1] || !isAsIs || people.length < ids.length) throw decided()
    const [personId = '', formerId = ''] = await whoStays(tx, organizationId, ids)
    const now = clock.now()
    await decideProposal(tx, organizationId, id, { state: 'accepted', at: now })
    await mergeTwo(tx, { organizationId, projectId, mergeId, personId, formerId, proposalId: id, now })
    await enqueueFinding(tx, deps, { organizationId, projectId }, { soon: true })
    return { merge_id: mergeId, person_id: personId }
  })
}

/** Records that they are two people. */
export async function dismissIdentity(deps: Deciding, actor: Actor, ids: ProposalIds): Promise<void> {
  const { organizationId } = actor
  const { db, clock } = deps
  await db.transaction(organizationScope(organizationId), async (tx) => {
    const { state } = await requireProposal(tx, actor, ids, { held: true })
    if (state !== 'open') throw decided()
    await decideProposal(tx, organizationId, ids.id, { state: 'dismissed', at: clock.now() })
    await enqueueFinding(tx, deps, { ...ids, organizationId }, { soon: true })
  })
}

/** Undoes a dismissal. `unmergePeople` undoes a merge and reopens its proposal too. */
export async function reopenIdentity(deps: Deciding, actor: Actor, ids: ProposalIds): Promise<void> {
  const { organizationId } = actor
  await deps.db.transaction(organizationScope(organizationId), async (tx) => {
    const { state } = await requireProposal(tx, actor, ids, { held: true })
    if (state !== 'dismissed') throw decided()
    await reopenProposal(tx, organizationId, ids.id)
    await enqueueFinding(tx, deps, { ...ids, organizationId }, { soon: true })
  })
}

async function requireProposal(
  tx: Tx,
  actor: Actor,
  { projectId, id }: ProposalIds,
  held: { held: boolean },
): Promise<ProposalRow> {
  await requireProject(tx, actor, projectId)
  const proposal = await findProposal(tx, { organizationId: actor.organizationId, projectId }, id, held)
  if (!proposal) throw new AppError('not_found', 'identity_proposal_not_found', 'That proposal does not exist.')
  return proposal
}

/** The one with more posts first; of two with as many, the smaller id, which is the older. */
async function whoStays(tx: Tx, organizationId: string, ids: readonly string[]): Promise<string[]> {
  const people = await selectNames(tx, organizationId, ids)
  return people.toSorted((one, other) => other.posts - one.posts || (one.id < other.id ? -1 : 1)).map(({ id }) => id)
}

function decided(): AppError {
  return new AppError('conflict', 'identity_proposal_decided', 'This was decided already. Load the list again.')
}
