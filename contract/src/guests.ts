import { z } from 'zod'
import { endpoint, IDEMPOTENT } from './endpoint.ts'
import { Credits, CreditsInput, Email, Id, IdParams, Instant, ProjectParams } from './shapes.ts'

const GuestParams = z.strictObject({ projectId: Id, userId: Id })

export const Guest = z.object({
  user_id: Id,
  email: z.string(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  granted_at: Instant,
  /** What this guest has spent in this project this month. */
  credits_spent_this_month: Credits,
})
export type Guest = z.infer<typeof Guest>

export const GuestsAccess = z.object({
  guests: z.array(Guest),
  /** What all guests together may spend in this project in a calendar month; null for no separate limit. */
  monthly_credit_cap: Credits.nullable(),
})
export type GuestsAccess = z.infer<typeof GuestsAccess>

export const getGuestsAccess = endpoint({
  name: 'getGuestsAccess',
  method: 'GET',
  path: '/api/v1/project/guests-access/{projectId}',
  summary: 'Which guests see the project, and what they may spend in it.',
  access: 'guest.manage',
  params: ProjectParams,
  reply: GuestsAccess,
  errors: ['project_not_found'],
  mayBeKept: true,
})

export const grantGuestAccess = endpoint({
  name: 'grantGuestAccess',
  method: 'POST',
  path: '/api/v1/project/guests-access/{projectId}/user/{userId}',
  summary: 'Lets a guest of the organization see the project.',
  access: 'guest.manage',
  params: GuestParams,
  errors: ['project_not_found', 'member_not_found', 'not_a_guest'],
  tells: 'guests',
})

export const withdrawGuestAccess = endpoint({
  name: 'withdrawGuestAccess',
  method: 'DELETE',
  path: '/api/v1/project/guests-access/{projectId}/user/{userId}',
  summary: 'The guest no longer sees the project.',
  access: 'guest.manage',
  params: GuestParams,
  errors: ['project_not_found', 'member_not_found'],
  tells: 'guests',
})

export const capGuestSpending = endpoint({
  name: 'capGuestSpending',
  method: 'PUT',
  path: '/api/v1/project/guests-access/{projectId}',
  summary: 'Caps what guests may spend in the project in a calendar month.',
  access: 'guest.manage',
  params: ProjectParams,
  body: z.object({ monthly_credit_cap: CreditsInput.nullable() }),
  reply: GuestsAccess,
  errors: ['project_not_found'],
  audit: ['monthly_credit_cap'],
})

export const Transfer = z.object({
  id: Id,
  project_id: Id,
  project_name: z.string(),
  organization_name: z.string(),
  /** The address of the person who has to answer. */
  email: z.string(),
  /** The requester's name or address; null if the account is gone. */
  requested_by: z.string().nullable(),
  created_at: Instant,
  expires_at: Instant,
  /** `done` at once for a super admin. */
  state: z.enum(['pending', 'done']),
})
export type Transfer = z.infer<typeof Transfer>

export const transferProject = endpoint({
  name: 'transferProject',
  method: 'POST',
  path: '/api/v1/project/{id}/transfer',
  summary:
    'Offers the project to an admin of another organization for 7 days; it moves when they accept, a super admin moves it at once. Takes an `Idempotency-Key`.',
  access: 'project.transfer',
  params: IdParams,
  body: z.object({ email: Email }),
  reply: Transfer,
  status: 201,
  errors: [
    'project_not_found',
    'transfer_pending',
    'transfer_to_self',
    'user_not_found',
    'search_running',
    'columns_filling',
    'posts_being_judged',
    'project_limit_reached',
    'too_many_attempts',
    'transfer_not_found',
    ...IDEMPOTENT,
  ],
})

export const getTransfer = endpoint({
  name: 'getTransfer',
  method: 'GET',
  path: '/api/v1/project/{id}/transfer',
  summary: "The project's transfer that waits for an answer, or null.",
  access: 'project.transfer',
  params: IdParams,
  reply: Transfer.nullable(),
  errors: ['project_not_found'],
  mayBeKept: true,
})

export const cancelTransfer = endpoint({
  name: 'cancelTransfer',
  method: 'POST',
  path: '/api/v1/project/{id}/transfer/cancel',
  summary: 'Takes the offer of the project back.',
  access: 'project.transfer',
  params: IdParams,
  errors: ['project_not_found', 'transfer_not_found'],
})

export const listTransfersAddressedToMe = endpoint({
  name: 'listTransfersAddressedToMe',
  method: 'GET',
  path: '/api/v1/project/transfers/addressed-to-me',
  summary: 'Projects offered to the signed-in user, by their verified address, newest first.',
  access: 'signed_in',
  reply: z.array(Transfer),
  mayBeKept: true,
})

export const acceptTransfer = endpoint({
  name: 'acceptTransfer',
  method: 'POST',
  path: '/api/v1/project/transfers/{id}/accept',
  summary: 'Moves an offered project, with all that is in it, to the organization of the signed-in admin.',
  access: 'project.transfer',
  params: IdParams,
  reply: Transfer,
  errors: [
    'transfer_not_found',
    'transfer_to_self',
    'project_limit_reached',
    'search_running',
    'columns_filling',
    'posts_being_judged',
    'email_unverified',
  ],
})

export const rejectTransfer = endpoint({
  name: 'rejectTransfer',
  method: 'POST',
  path: '/api/v1/project/transfers/{id}/reject',
  summary: 'Turns an offered project down.',
  access: 'signed_in',
  params: IdParams,
  errors: ['transfer_not_found', 'email_unverified'],
})
