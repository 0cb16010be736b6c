import type { CompanyProposal } from '@leadlight/contract/company-links'
import useSWR from 'swr'
import { acceptCompany, dismissCompany, listCompanyProposals, reopenCompany } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'
import { showToast } from '../../ui/toast.tsx'
import { useCarryOut } from './use-carry-out.ts'

/** The subject of proposals: a person or a company. */
export type ProposalsOf = { person_id: string } | { company_id: string }

/** Proposed employers of a person, or proposed people of a company. */
export function useCompanyProposals(projectId: string, of: ProposalsOf) {
  return useSWR<CompanyProposal[], unknown>(keys.companyProposals(of), async () => {
    const { items } = await call(listCompanyProposals, { params: { projectId }, query: of })
    return items
  })
}

/** Links a person to a company, or rejects that; both can be undone from the toast. */
export function useCompanyLinks(projectId: string) {
  const { isBusy, carryOut } = useCarryOut()

  function undo(id: string): Promise<void> {
    return carryOut(async () => {
      await call(reopenCompany, { params: { projectId, id } })
    }, 'This could not be undone.')
  }
  return {
    /** A change is in progress. */
    isBusy,
    accept: ({ id, company }: CompanyProposal) =>
      carryOut(async () => {
        await call(acceptCompany, { params: { projectId, id } })
        showToast({ kind: 'success', message: `Put into ${company.name}`, onUndo: () => void undo(id) })
      }, 'This could not be kept.'),
    dismiss: ({ id, company }: CompanyProposal) =>
      carryOut(async () => {
        await call(dismissCompany, { params: { projectId, id } })
        showToast({ kind: 'success', message: `Kept out of ${company.name}`, onUndo: () => void undo(id) })
      }, 'This could not be kept.'),
  }
}
