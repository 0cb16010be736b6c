import type { CompanyProposal } from '@leadlight/contract/company-links'
import { Link2, Plus } from 'lucide-react'
import { Link } from '../../lib/router/link.tsx'
import { useCan } from '../../lib/current-user.ts'
import { formatCount } from '../../lib/format.ts'
import { messageOf } from '../../lib/request-error.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { companyPath, personPath } from './prospect-paths.ts'
import { useCompanyLinks, useCompanyProposals, type ProposalsOf } from './use-company-links.ts'

/** The likelihood from the strongest single evidence. */
const VERY_LIKELY = 0.97

interface CompanyLinksProps {
  projectId: string
  of: ProposalsOf
}

/** Proposed employers of a person, or proposed people of a company, for the user to decide. */
export function CompanyLinks({ projectId, of }: CompanyLinksProps) {
  const proposals = useCompanyProposals(projectId, of)
  const error: unknown = proposals.error
  const open = proposals.data ?? []
  const title = 'person_id' in of ? 'May work at' : 'May work here'
  return (
    <>
      {Boolean(error) && (
        <Notice
          tone="bad"
          action={
            <Button size="s" onClick={() => void proposals.mutate()}>
              Try again
            </Button>
          }
        >
          Who may work where could not be loaded. {messageOf(error)}
        </Notice>
      )}
      {open.length > 0 && (
        <section aria-label={title} className="grid grid-cols-1 gap-2.5">
          <h2 className="text-l font-semibold">{title}</h2>
          {open.map((proposal) => (
            <Proposal key={proposal.id} proposal={proposal} projectId={projectId} isOfPerson={'person_id' in of} />
          ))}
        </section>
      )}
    </>
  )
}

interface ProposalProps {
  proposal: CompanyProposal
  projectId: string
  /** Shown on a person's page; otherwise on a company's. */
  isOfPerson: boolean
}

/** The other side with likelihood, evidence and the two answers. */
function Proposal({ proposal, projectId, isOfPerson }: ProposalProps) {
  const canDecide = useCan('lead.delete')
  const links = useCompanyLinks(projectId)
  const { company, person } = proposal
  const other = isOfPerson
    ? { name: company.name, path: companyPath(projectId, company.id), beside: company.domain }
    : { name: person.name, path: personPath(projectId, person.id), beside: formatCount(person.posts, 'post') }
  return (
    <Card aria-label={`${person.name} may work at ${company.name}`} className="grid grid-cols-1 gap-2.5 px-3.25 py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
        <h3 dir="auto" className="font-semibold">
          <Link to={other.path} className="link">
            {other.name}
          </Link>
          {other.beside && <span className="num ml-2 text-s font-normal text-ink-3">{other.beside}</span>}
        </h3>
        <p className="num text-s text-ink-2">{proposal.probability >= VERY_LIKELY ? 'Very likely' : 'Likely'}</p>
      </div>
      <ul className="grid gap-1 text-s">
        {proposal.evidence.map(({ kind, text }) => (
          <li key={`${kind} ${text}`} className="flex items-start gap-2">
            <Plus aria-hidden="true" className="mt-0.75 size-3.5 shrink-0 text-good" />
            <span>{text}</span>
          </li>
        ))}
      </ul>
      {canDecide && (
        <div className="flex flex-wrap gap-1.5">
          <Button size="s" disabled={links.isBusy} onClick={() => void links.accept(proposal)}>
            <Link2 aria-hidden="true" />
            Works there
          </Button>
          <Button size="s" variant="quiet" disabled={links.isBusy} onClick={() => void links.dismiss(proposal)}>
            Does not
          </Button>
        </div>
      )}
    </Card>
  )
}
