import type { ProposalState } from '@leadlight/domain/identity/proposals'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import { linkCompany, unlinkCompany } from '../prospects/link-company.ts'
import { decideCompanyProposal, lockCompanyProposal, type CompanyProposalRow } from './company-proposal-store.ts'
import type { ProposalIds } from './decide-identity.ts'
import type { IdentityDependencies } from './identity-dependencies.ts'

type Deciding = Pick<IdentityDependencies, 'db' | 'clock' | 'newId'>

/** Puts the account's owner into the proposed company. */
export function acceptCompany(deps: Deciding, actor: Actor, ids: ProposalIds): Promise<void> {
  return decide(deps, actor, { ...ids, from: ['open'], to: 'accepted' })
}

/** Records that they do not belong there. */
export function dismissCompany(deps: Deciding, actor: Actor, ids: ProposalIds): Promise<void> {
  return decide(deps, actor, { ...ids, from: ['open'], to: 'dismissed' })
}

/** Undoes either decision. */
export function reopenCompany(deps: Deciding, actor: Actor, ids: ProposalIds): Promise<void> {
  return decide(deps, actor, { ...ids, from: ['accepted', 'dismissed'], to: 'open' })
}

interface Decision extends ProposalIds {
  from: readonly ProposalState[]
  to: ProposalState
}

async function decide(
  { db, clock, newId }: Deciding,
  actor: Actor,
  { projectId, id, from, to }: Decision,
): Promise<void> {
  const { organizationId } = actor
  await db.transaction(organizationScope(organizationId), async (tx) => {
    const proposal = await requireProposal(tx, actor, { projectId, id })
    if (!from.includes(proposal.state)) throw decided()
    const now = clock.now()
    const ids = { organizationId, projectId, now, newId }
    const link = { profileId: proposal.profile_id, companyId: proposal.company_id }
    if (to === 'accepted' && !(await linkCompany(tx, ids, link))) throw proposalNotFound()
    if (proposal.state === 'accepted') await unlinkCompany(tx, ids, link)
    await decideCompanyProposal(tx, organizationId, id, { state: to, at: to === 'open' ? null : now })
  })
}

async function requireProposal(tx: Tx, actor: Actor, { projectId, id }: ProposalIds): Promise<CompanyProposalRow> {
  await requireProject(tx, actor, projectId)
  const proposal = await lockCompanyProposal(tx, { organizationId: actor.organizationId, projectId }, id)
  if (!proposal) throw proposalNotFound()
  return proposal
}

function proposalNotFound(): AppError {
  return new AppError('not_found', 'company_proposal_not_found', 'That proposal does not exist.')
}

function decided(): AppError {
  return new AppError('conflict', 'company_proposal_decided', 'This was decided already. Load the list again.')
}
