import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Credits, Id, IdParams, Instant, name } from './shapes.ts'

export const Organization = z.object({ id: Id, name: z.string(), created_at: Instant })
export type Organization = z.infer<typeof Organization>

export const Subscription = z.object({
  /** Null for the included plan, and for one made for this organization. */
  plan_id: z.string().nullable(),
  plan_name: z.string(),
  /** `included`: the plan of a self-hosted installation, always active. `custom`: made for this organization. */
  kind: z.enum(['included', 'plan', 'custom']),
  /** `past_due`: a payment has failed and is tried again. */
  status: z.enum(['active', 'past_due']),
  /** Per month, in minor units; null if nothing is paid. */
  price: z.number().int().nullable(),
  /** ISO 4217, in lower case; null if nothing is paid. */
  currency: z.string().nullable(),
  cancel_at_period_end: z.boolean(),
  monthly_credits: Credits,
  current_period_start: Instant,
  current_period_end: Instant,
})
export type Subscription = z.infer<typeof Subscription>

export const OrganizationCredits = z.object({
  credit_balance: Credits,
  /** Reserved for work under way, and not part of the balance. */
  held: Credits,
  /** What a period of the plan brings; before the first, what the trial brought. */
  monthly_credits: Credits,
  /** When the next credits come; null if none will. */
  next_grant_at: Instant.nullable(),
  /** The part of the balance that expires with its period, and when; null if all of it stays. */
  expiring: z.object({ credits: Credits, at: Instant }).nullable(),
  /** `low`: a fifth or less of the monthly credits is left. `empty`: none, as the specification rounds. */
  level: z.enum(['fine', 'low', 'empty']),
})
export type OrganizationCredits = z.infer<typeof OrganizationCredits>

export const getOrganization = endpoint({
  name: 'getOrganization',
  method: 'GET',
  path: '/api/v1/organization',
  summary: "The caller's organization; 404 `Organization not found` where there is none.",
  access: 'signed_in',
  keys: 'read',
  reply: Organization,
  errors: ['organization_not_found'],
  mayBeKept: true,
})

export const createOrganization = endpoint({
  name: 'createOrganization',
  method: 'POST',
  path: '/api/v1/organization',
  summary: 'Makes an organization with whoever asks as its admin. A user has at most one.',
  access: 'signed_in',
  body: z.object({ name: name(100) }),
  reply: Organization,
  status: 201,
  errors: ['organization_already_joined'],
})

export const getOrganizationById = endpoint({
  name: 'getOrganizationById',
  method: 'GET',
  path: '/api/v1/organization/by-id/{id}',
  summary: 'An organization, for its members and for super admins.',
  access: 'signed_in',
  params: IdParams,
  reply: Organization,
  errors: ['organization_not_found'],
})

export const updateOrganization = endpoint({
  name: 'updateOrganization',
  method: 'PATCH',
  path: '/api/v1/organization',
  summary: 'Renames the organization.',
  access: 'organization.manage',
  body: z.object({ name: name(100) }),
  reply: Organization,
})

export const leaveOrganization = endpoint({
  name: 'leaveOrganization',
  method: 'POST',
  path: '/api/v1/organization/leave',
  summary: 'Leaves the organization. Its last admin cannot leave others behind; the last person deletes it instead.',
  access: 'organization.read',
  keys: false,
  errors: ['last_admin', 'last_member'],
})

export const deleteOrganization = endpoint({
  name: 'deleteOrganization',
  method: 'POST',
  path: '/api/v1/organization/delete',
  summary: 'Deletes the organization with everything in it, for good. Its people keep their accounts.',
  access: 'organization.manage',
  // Too much to depend on a secret in some file.
  keys: false,
  body: z.object({
    /** The organization's own name, typed to confirm. */
    name: z.string().max(200),
  }),
  errors: ['name_mismatch'],
})

export const getSubscription = endpoint({
  name: 'getSubscription',
  method: 'GET',
  path: '/api/v1/organization/subscription',
  summary: "The organization's subscription, or null where there is none.",
  access: 'organization.read',
  reply: Subscription.nullable(),
  mayBeKept: true,
})

export const getCredits = endpoint({
  name: 'getCredits',
  method: 'GET',
  path: '/api/v1/organization/credits',
  summary: "The organization's credit balance: what can be spent now, holds taken off.",
  access: 'organization.read',
  reply: OrganizationCredits,
  mayBeKept: true,
})
