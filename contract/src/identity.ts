import { PROPOSAL_STATES } from '@leadlight/domain/identity/proposals'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Profile } from './prospects.ts'
import { Id, Instant, ProjectItemParams, ProjectParams, whole } from './shapes.ts'

const base = '/api/v1/prospects/people/{projectId}'
const proposal = `${base}/identity_proposals/{id}`

/** A person as a proposal or a merge names them. */
export const NamedPerson = z.object({
  id: Id,
  name: z.string(),
  posts: z.number().int(),
  /** The accounts that the proposal or merge is about come first. */
  profiles: z.array(Profile),
})
export type NamedPerson = z.infer<typeof NamedPerson>

export const IdentityEvidence = z.object({
  /** A word for programs, such as `same_handle`. */
  kind: z.string(),
  /** One sentence for the person who decides. */
  text: z.string(),
  /** Whether it speaks for both being one, or against. */
  speaks_for: z.boolean(),
})
export type IdentityEvidence = z.infer<typeof IdentityEvidence>

export const IdentityProposal = z.object({
  id: Id,
  /** The one who stays when both become one, and keeps their id. */
  person: NamedPerson,
  other: NamedPerson,
  /** How likely both are one person, from 0 to 1: of a hundred proposals of 0.9 about ninety are right. */
  probability: z.number(),
  /** The strongest first. */
  evidence: z.array(IdentityEvidence),
  state: z.enum(PROPOSAL_STATES),
  proposed_at: Instant,
  decided_at: Instant.nullable(),
})
export type IdentityProposal = z.infer<typeof IdentityProposal>

export const IdentityMerge = z.object({
  id: Id,
  /** The person whose page it is now. */
  person_id: Id,
  /** The other person's name, from the accounts that came with them. */
  name: z.string(),
  /** The accounts that go back when the merge is undone. */
  profiles: z.array(Profile),
  merged_at: Instant,
})
export type IdentityMerge = z.infer<typeof IdentityMerge>

export const listIdentityProposals = endpoint({
  name: 'listIdentityProposals',
  method: 'GET',
  path: `${base}/identity_proposals`,
  summary: 'Who may be one and the same person over platforms, the likeliest first, with the evidence in words.',
  access: 'lead.read',
  params: ProjectParams,
  query: z.object({
    /** Left out: proposals that wait for a decision. */
    state: z.enum(PROPOSAL_STATES).optional(),
    person_id: Id.optional(),
    limit: whole(1, 200).optional(),
    cursor: z.string().max(1000).optional(),
  }),
  reply: z.object({
    items: z.array(IdentityProposal),
    total: z.number().int(),
    total_capped: z.boolean(),
    next_cursor: z.string().nullable(),
  }),
  errors: ['project_not_found', 'cursor_invalid'],
})

export const findIdentities = endpoint({
  name: 'findIdentities',
  method: 'POST',
  path: `${base}/identity_proposals/find`,
  summary:
    'Looks over the project’s people anew. New proposals come when that is done; dismissed ones do not come again.',
  access: 'lead.delete',
  params: ProjectParams,
  status: 202,
  reply: z.object({ looking: z.literal(true) }),
  errors: ['project_not_found'],
  tells: 'people',
})

const Merged = z.object({
  /** The merge, for undoing it. */
  merge_id: Id,
  /** The person who has the accounts of both now. */
  person_id: Id,
})

export const acceptIdentity = endpoint({
  name: 'acceptIdentity',
  method: 'POST',
  path: `${proposal}/accept`,
  summary: 'Makes one person of the two. Can be taken back whole by `unmerge`.',
  access: 'lead.delete',
  params: ProjectItemParams,
  reply: Merged,
  errors: ['project_not_found', 'identity_proposal_not_found', 'identity_proposal_decided'],
  tells: 'people',
})

export const dismissIdentity = endpoint({
  name: 'dismissIdentity',
  method: 'POST',
  path: `${proposal}/dismiss`,
  summary: 'Says that they are two. They are not proposed again.',
  access: 'lead.delete',
  params: ProjectItemParams,
  errors: ['project_not_found', 'identity_proposal_not_found', 'identity_proposal_decided'],
  tells: 'people',
})

export const reopenIdentity = endpoint({
  name: 'reopenIdentity',
  method: 'POST',
  path: `${proposal}/reopen`,
  summary: 'Takes a dismissal back: the proposal waits for a decision again.',
  access: 'lead.delete',
  params: ProjectItemParams,
  errors: ['project_not_found', 'identity_proposal_not_found', 'identity_proposal_decided'],
  tells: 'people',
})

export const mergePeople = endpoint({
  name: 'mergePeople',
  method: 'POST',
  path: `${base}/{id}/merge`,
  summary: 'Makes one person of two that somebody knows to be one; the one in the path stays.',
  access: 'lead.delete',
  params: ProjectItemParams,
  body: z.strictObject({ other_id: Id }),
  reply: Merged,
  errors: ['project_not_found', 'person_not_found', 'person_is_the_same'],
  audit: ['other_id'],
  tells: 'people',
})

export const listIdentityMerges = endpoint({
  name: 'listIdentityMerges',
  method: 'GET',
  path: `${base}/{id}/merges`,
  summary: 'Who became one with this person, newest first; each can be taken back.',
  access: 'lead.read',
  params: ProjectItemParams,
  reply: z.array(IdentityMerge),
  errors: ['project_not_found', 'person_not_found'],
})

export const unmergePeople = endpoint({
  name: 'unmergePeople',
  method: 'POST',
  path: `${base}/merges/{id}/unmerge`,
  summary: 'Takes a merge back: both are as they were, and what was changed since stays with the one who had stayed.',
  access: 'lead.delete',
  params: ProjectItemParams,
  reply: z.object({ person_id: Id, restored_person_id: Id }),
  errors: ['project_not_found', 'identity_merge_not_found', 'identity_merge_built_on'],
  tells: 'people',
})

export const erasePerson = endpoint({
  name: 'erasePerson',
  method: 'POST',
  path: `${base}/{id}/erase`,
  summary:
    'Erases a person from all of the organization’s projects for good: their accounts, posts, leads, drafts and what was sent of them. They are not collected again.',
  access: 'organization.manage',
  params: ProjectItemParams,
  status: 202,
  reply: z.object({ erasing: z.literal(true) }),
  errors: ['project_not_found', 'person_not_found'],
  tells: 'people',
})

export const ENRICHMENT_STATES = ['never', 'waiting', 'done', 'gone', 'failed', 'not_offered'] as const

/** When an account's profile was last read, and how that went. */
export const ProfileFetch = z.object({
  profile_id: Id,
  platform: z.string(),
  /** `gone`: there is no such account any more. `not_offered`: this platform’s profiles are not read. */
  state: z.enum(ENRICHMENT_STATES),
  looked_at: Instant.nullable(),
  next_at: Instant.nullable(),
  /** One sentence; null if nothing failed. */
  error: z.string().nullable(),
})
export type ProfileFetch = z.infer<typeof ProfileFetch>

export const getEnrichment = endpoint({
  name: 'getEnrichment',
  method: 'GET',
  path: `${base}/{id}/enrichment`,
  summary: 'When the public profiles of a person were read last, account by account.',
  access: 'lead.read',
  params: ProjectItemParams,
  reply: z.array(ProfileFetch),
  errors: ['project_not_found', 'person_not_found'],
})

export const refreshPerson = endpoint({
  name: 'refreshPerson',
  method: 'POST',
  path: `${base}/{id}/refresh`,
  summary: 'Has the public profiles of a person read again, as soon as the platforms allow.',
  access: 'lead.triage',
  params: ProjectItemParams,
  status: 202,
  reply: z.array(ProfileFetch),
  errors: ['project_not_found', 'person_not_found'],
  tells: 'people',
})
