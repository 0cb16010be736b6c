import { PROPOSAL_STATES } from '@leadlight/domain/identity/proposals'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { IdentityEvidence, NamedPerson } from './identity.ts'
import { Id, Instant, ProjectItemParams, ProjectParams, whole } from './shapes.ts'

const base = '/api/v1/prospects/people/{projectId}/company_proposals'
const proposal = `${base}/{id}`

export const CompanyProposal = z.object({
  id: Id,
  /** The account it is about comes first. */
  person: NamedPerson,
  company: z.object({ id: Id, name: z.string(), domain: z.string().nullable() }),
  /** How likely they belong there, from 0 to 1, by the weights given to such evidence. */
  probability: z.number(),
  /** The strongest first. */
  evidence: z.array(IdentityEvidence),
  state: z.enum(PROPOSAL_STATES),
  proposed_at: Instant,
  decided_at: Instant.nullable(),
})
export type CompanyProposal = z.infer<typeof CompanyProposal>

export const listCompanyProposals = endpoint({
  name: 'listCompanyProposals',
  method: 'GET',
  path: base,
  summary: 'Who may belong to which company, the likeliest first, with the evidence in words.',
  access: 'lead.read',
  params: ProjectParams,
  query: z.object({
    /** Left out: proposals that wait for a decision. */
    state: z.enum(PROPOSAL_STATES).optional(),
    person_id: Id.optional(),
    company_id: Id.optional(),
    limit: whole(1, 200).optional(),
    cursor: z.string().max(1000).optional(),
  }),
  reply: z.object({
    items: z.array(CompanyProposal),
    total: z.number().int(),
    total_capped: z.boolean(),
    next_cursor: z.string().nullable(),
  }),
  errors: ['project_not_found', 'cursor_invalid'],
})

function decision(name: string, word: string, summary: string) {
  return endpoint({
    name,
    method: 'POST',
    path: `${proposal}/${word}`,
    summary,
    access: 'lead.delete',
    params: ProjectItemParams,
    errors: ['project_not_found', 'company_proposal_not_found', 'company_proposal_decided'],
    tells: 'people',
  })
}

export const acceptCompany = decision(
  'acceptCompany',
  'accept',
  'Says that the person belongs to the company. Can be taken back by `reopen`.',
)
export const dismissCompany = decision(
  'dismissCompany',
  'dismiss',
  'Says that the person does not belong to the company. It is not proposed again.',
)
export const reopenCompany = decision(
  'reopenCompany',
  'reopen',
  'Takes either back: the proposal waits for a decision again, and who was put into the company by it is out of it.',
)
