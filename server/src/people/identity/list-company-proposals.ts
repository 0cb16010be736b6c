import type { CompanyProposal, listCompanyProposals as listing } from '@leadlight/contract/company-links'
import type { ReplyOf } from '@leadlight/contract/endpoint'
import { describeCompanyEvidence } from '@leadlight/domain/company-links/describe-company-evidence'
import type { ProposalState } from '@leadlight/domain/identity/proposals'
import type { Actor } from '../../platform/actor.ts'
import { readListCursor, totalOf, writeListCursor } from '../../platform/list-cursor.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import { selectAccountsOf, selectNames } from './account-store.ts'
import { countCompanyProposals, selectCompanyProposals, type CompanyProposalRow } from './company-proposal-store.ts'
import type { IdentityDependencies } from './identity-dependencies.ts'
import { presentPerson, PROPOSALS_COUNTED_MAX, PROPOSALS_PER_PAGE, type KnownPeople } from './list-proposals.ts'

export interface CompanyProposalQuery {
  projectId: string
  state?: ProposalState | undefined
  person_id?: string | undefined
  company_id?: string | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

/** Who may belong to which company, likeliest first. */
export async function listCompanyProposals(
  { db }: Pick<IdentityDependencies, 'db'>,
  actor: Actor,
  { projectId, state = 'open', person_id, company_id, limit = PROPOSALS_PER_PAGE, cursor }: CompanyProposalQuery,
): Promise<ReplyOf<typeof listing>> {
  const { organizationId } = actor
  const wish = { state, personId: person_id ?? null, companyId: company_id ?? null }
  const list = ['company_proposals', projectId, wish]
  const from = cursor === undefined ? null : readListCursor(list, cursor)
  return db.transaction(organizationScope(organizationId), async (tx) => {
    await requireProject(tx, actor, projectId)
    const place = { organizationId, projectId }
    const counted = () => countCompanyProposals(tx, place, wish, PROPOSALS_COUNTED_MAX + 1)
    const { total, totalCapped } = from ?? totalOf(await counted(), PROPOSALS_COUNTED_MAX)
    const rows = await selectCompanyProposals(tx, place, { ...wish, after: from?.after ?? null, limit: limit + 1 })
    const page = rows.slice(0, limit)
    const ids = [...new Set(page.map((row) => row.person_id))]
    const known = {
      people: await selectNames(tx, organizationId, ids),
      accounts: await selectAccountsOf(tx, organizationId, ids),
    }
    const last = rows.length > limit ? page.at(-1) : undefined
    const after = last && { value: last.probability, id: last.id }
    return {
      items: page.map((row) => presentProposal(row, known)),
      total,
      total_capped: totalCapped,
      next_cursor: after ? writeListCursor(list, { after, total, totalCapped }) : null,
    }
  })
}

function presentProposal(row: CompanyProposalRow, known: KnownPeople): CompanyProposal {
  return {
    id: row.id,
    person: presentPerson(row.person_id, row.profile_id, known),
    company: { id: row.company_id, name: row.company_name, domain: row.company_domain },
    probability: row.probability / 10_000,
    evidence: row.evidence.map((part) => ({
      kind: part.kind,
      text: describeCompanyEvidence(part),
      speaks_for: true,
    })),
    state: row.state,
    proposed_at: row.proposed_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
  }
}
