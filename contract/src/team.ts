import { GIVEN_ROLES, ROLES } from '@leadlight/domain/roles'
import { z } from 'zod'
import { endpoint, IDEMPOTENT } from './endpoint.ts'
import { Email, FromInstant, Id, IdParams, Instant, text, ToInstant, whole } from './shapes.ts'

const UserParams = z.strictObject({ userId: Id })

export const Member = z.object({
  user_id: Id,
  email: z.string(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  avatar_url: z.string().nullable(),
  role: z.enum(ROLES),
  /** The projects granted to a guest; empty for everybody else, who see all. */
  project_ids: z.array(Id),
  joined_at: Instant,
})
export type Member = z.infer<typeof Member>

export const listMembers = endpoint({
  name: 'listMembers',
  method: 'GET',
  path: '/api/v1/organization/members',
  summary: 'The people of the organization, those who joined first at the top, at most 1,000.',
  access: 'member.read',
  reply: z.array(Member),
  mayBeKept: true,
})

export const updateMember = endpoint({
  name: 'updateMember',
  method: 'PATCH',
  path: '/api/v1/organization/members/{userId}',
  summary: "Changes a member's role. The last admin stays one; a super admin's role is the operator's to change.",
  access: 'member.manage',
  params: UserParams,
  body: z.object({ role: z.enum(GIVEN_ROLES) }),
  reply: Member,
  errors: ['member_not_found', 'last_admin', 'super_admin_fixed'],
  audit: ['role'],
})

export const removeMember = endpoint({
  name: 'removeMember',
  method: 'DELETE',
  path: '/api/v1/organization/members/{userId}',
  summary: 'Takes somebody out of the organization. What they did stays; they see nothing of it from then on.',
  access: 'member.manage',
  params: UserParams,
  errors: ['member_not_found', 'last_admin', 'super_admin_fixed'],
})

export const Invite = z.object({
  id: Id,
  organization_id: Id,
  organization_name: z.string(),
  email: z.string(),
  role: z.enum(GIVEN_ROLES),
  /** What a guest will see. */
  project_ids: z.array(Id),
  /** The sender's name or address; null if the account is gone. */
  invited_by: z.string().nullable(),
  created_at: Instant,
  expires_at: Instant,
  is_expired: z.boolean(),
})
export type Invite = z.infer<typeof Invite>

export const listInvites = endpoint({
  name: 'listInvites',
  method: 'GET',
  path: '/api/v1/organization/invites',
  summary: 'Invites that wait for an answer, expired ones too, newest first, at most 500.',
  access: 'invite.manage',
  reply: z.array(Invite),
  mayBeKept: true,
})

export const createInvite = endpoint({
  name: 'createInvite',
  method: 'POST',
  path: '/api/v1/organization/invites',
  summary:
    'Invites an address for 7 days, by mail. Inviting it again replaces the invite that waits. Takes an `Idempotency-Key`.',
  access: 'invite.manage',
  body: z.object({
    email: Email,
    role: z.enum(GIVEN_ROLES),
    /** For a guest, at least one. */
    project_ids: z.array(Id).max(200).optional(),
  }),
  reply: Invite,
  status: 201,
  errors: [
    'email_unverified',
    'project_not_found',
    'already_member',
    'guest_needs_project',
    'invite_limit_reached',
    'too_many_attempts',
    'invite_not_found',
    ...IDEMPOTENT,
  ],
  audit: ['role', 'project_ids'],
})

export const resendInvite = endpoint({
  name: 'resendInvite',
  method: 'POST',
  path: '/api/v1/organization/invites/{id}/resend',
  summary: 'Mails the invite again and gives it 7 more days. Takes an `Idempotency-Key`.',
  access: 'invite.manage',
  params: IdParams,
  reply: Invite,
  errors: ['email_unverified', 'invite_not_found', 'too_many_attempts', ...IDEMPOTENT],
})

export const cancelInvite = endpoint({
  name: 'cancelInvite',
  method: 'POST',
  path: '/api/v1/organization/invites/{id}/cancel',
  summary: 'Takes an invite back.',
  access: 'invite.manage',
  params: IdParams,
  errors: ['invite_not_found'],
})

export const listInvitesAddressedToMe = endpoint({
  name: 'listInvitesAddressedToMe',
  method: 'GET',
  path: '/api/v1/organization/invites/addressed-to-me',
  summary:
    "Invites that wait for the signed-in user, by their verified address, newest first, at most 100; expired ones aren't here.",
  access: 'signed_in',
  reply: z.array(Invite),
  mayBeKept: true,
})

const ACCEPT_ERRORS = ['invite_not_found', 'organization_already_joined'] as const

export const acceptInvite = endpoint({
  name: 'acceptInvite',
  method: 'POST',
  path: '/api/v1/organization/invites/{id}/accept',
  summary: 'Joins the organization. The invite must be addressed to the verified address of the signed-in user.',
  access: 'signed_in',
  params: IdParams,
  reply: Invite,
  errors: [...ACCEPT_ERRORS, 'email_unverified'],
})

export const rejectInvite = endpoint({
  name: 'rejectInvite',
  method: 'POST',
  path: '/api/v1/organization/invites/{id}/reject',
  summary: 'Turns down an invite addressed to the verified address of the signed-in user.',
  access: 'signed_in',
  params: IdParams,
  errors: ['invite_not_found', 'email_unverified'],
})

const InviteToken = z.object({ t: text(1, 4000) })

export const InvitePreview = Invite.pick({
  organization_name: true,
  email: true,
  role: true,
  invited_by: true,
  expires_at: true,
})
export type InvitePreview = z.infer<typeof InvitePreview>

export const previewTokenizedInvite = endpoint({
  name: 'previewTokenizedInvite',
  method: 'GET',
  path: '/api/v1/organization/tokenized-invites/preview',
  summary: 'Who invites whom to what, for whoever holds the link of the mail.',
  access: 'public',
  query: InviteToken,
  reply: InvitePreview,
  errors: ['invite_not_found'],
})

export const acceptTokenizedInvite = endpoint({
  name: 'acceptTokenizedInvite',
  method: 'POST',
  path: '/api/v1/organization/tokenized-invites/accept',
  summary: 'Joins the organization by the link of the mail, which also verifies the address where it is the same.',
  access: 'signed_in',
  query: InviteToken,
  reply: Invite,
  errors: [...ACCEPT_ERRORS, 'invite_for_another'],
})

export const rejectTokenizedInvite = endpoint({
  name: 'rejectTokenizedInvite',
  method: 'POST',
  path: '/api/v1/organization/tokenized-invites/reject',
  summary: 'Turns down an invite by the link of the mail.',
  access: 'public',
  query: InviteToken,
  errors: ['invite_not_found'],
})

const NAMED_KINDS = [
  'account',
  'project',
  'signal',
  'lead',
  'status',
  'column',
  'view',
  'person',
  'company',
  'webhook',
  'slack_rule',
  'feed',
  'community',
  'receiving_address',
  'invite',
] as const

export const AuditEntry = z.object({
  id: Id,
  at: Instant,
  /** The name or address of who did it; null if the account is gone. */
  actor: z.string().nullable(),
  actor_id: Id.nullable(),
  /** The super admin who did it in the actor's place. */
  impersonator: z.string().nullable(),
  /** The contract's name of the call, such as `createInvite`. */
  action: z.string(),
  /** Who did what to what, in a sentence. */
  summary: z.string(),
  /**
   * The same sentence in pieces. A piece with a `kind` names something: with an `id` while it is there, without one once
   * it is gone.
   */
  parts: z.array(z.object({ text: z.string(), kind: z.enum(NAMED_KINDS).nullable(), id: Id.nullable() })),
  /** Ids and plain values of what it was done to. */
  target: z.record(z.string(), z.string()),
  client_address: z.string().nullable(),
  user_agent: z.string().nullable(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const listAuditLog = endpoint({
  name: 'listAuditLog',
  method: 'GET',
  path: '/api/v1/organization/audit_log',
  summary: 'Every change in the organization: who, what, when, from where. Newest first.',
  access: 'audit.read',
  query: z.object({
    actor_id: Id.optional(),
    action: z.string().min(1).max(100).optional(),
    date_from: FromInstant.optional(),
    date_to: ToInstant.optional(),
    limit: whole(1, 200).default(50),
    cursor: z.string().max(500).optional(),
  }),
  reply: z.object({
    items: z.array(AuditEntry),
    total: z.number().int(),
    total_capped: z.boolean(),
    next_cursor: z.string().nullable(),
  }),
  errors: ['cursor_invalid'],
  mayBeKept: true,
})
