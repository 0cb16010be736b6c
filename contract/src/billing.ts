import { ENTRY_KINDS, WORK_KINDS } from '@leadlight/domain/ledger'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Subscription } from './organization.ts'
import {
  Credits,
  CreditsInput,
  FromInstant,
  Id,
  IdParams,
  Instant,
  name,
  repeated,
  ToInstant,
  whole,
} from './shapes.ts'

/** The installation sells no plans, or its payment provider does not answer. */
const AT_PROVIDER = ['billing_included', 'payment_provider_unavailable'] as const

export const SubscriptionPlan = z.object({
  id: z.string(),
  name: z.string(),
  /** Per month, in minor units. */
  price: z.number().int(),
  currency: z.string(),
  monthly_credits: Credits,
})
export type SubscriptionPlan = z.infer<typeof SubscriptionPlan>

export const listSubscriptionPlans = endpoint({
  name: 'listSubscriptionPlans',
  method: 'GET',
  path: '/api/v1/subscription-plan',
  summary: 'The plans that can be chosen; none where the installation includes its plan.',
  access: 'signed_in',
  keys: 'read',
  query: z.object({ organization_id: Id.optional() }),
  reply: z.array(SubscriptionPlan),
  errors: ['organization_not_found'],
  mayBeKept: true,
})

export const SubscriptionChange = z.object({
  /** The subscription from now on; null if it still has to be paid for. */
  subscription: Subscription.nullable(),
  /** Where to make the first payment; null if the change is done. */
  checkout_url: z.string().nullable(),
})
export type SubscriptionChange = z.infer<typeof SubscriptionChange>

export const updateSubscription = endpoint({
  name: 'updateSubscription',
  method: 'POST',
  path: '/api/v1/organization/subscription/update',
  summary: 'Chooses a plan: the first by a checkout, another one at once.',
  access: 'billing.manage',
  cost: 'asking',
  body: z.object({
    plan_id: z.string().max(60),
    /** The time of the preview that was shown, so that its amount is what is charged. */
    proration_at: Instant.optional(),
  }),
  reply: SubscriptionChange,
  errors: [
    ...AT_PROVIDER,
    'plan_unknown',
    'plan_is_current',
    'plan_is_custom',
    'card_declined',
    'plan_change_running',
    'idempotency_key_reused',
    'idempotent_call_running',
  ],
})

export const SubscriptionPreview = z.object({
  plan_id: z.string(),
  /** Charged now, in minor units; 0 if the plan changes with the next period. */
  amount_due: z.number().int(),
  currency: z.string(),
  /** The credits that come now for the rest of the period. */
  credits: Credits,
  /** When the new price is first paid in full. */
  next_period_at: Instant,
  proration_at: Instant,
})
export type SubscriptionPreview = z.infer<typeof SubscriptionPreview>

export const previewSubscription = endpoint({
  name: 'previewSubscription',
  method: 'POST',
  path: '/api/v1/organization/subscription/preview',
  summary: 'What changing to another plan would charge now, and the credits it would bring.',
  access: 'billing.manage',
  cost: 'asking',
  body: z.object({ plan_id: z.string().max(60) }),
  reply: SubscriptionPreview,
  errors: [...AT_PROVIDER, 'plan_unknown', 'plan_is_current', 'plan_is_custom', 'subscription_not_found'],
  audit: false,
})

export const cancelSubscription = endpoint({
  name: 'cancelSubscription',
  method: 'POST',
  path: '/api/v1/organization/subscription/cancel',
  summary: 'Lets the subscription end with its period.',
  access: 'billing.manage',
  cost: 'asking',
  reply: Subscription,
  errors: [...AT_PROVIDER, 'subscription_not_found'],
})

export const resumeSubscription = endpoint({
  name: 'resumeSubscription',
  method: 'POST',
  path: '/api/v1/organization/subscription/resume',
  summary: 'Lets a subscription that was to end go on.',
  access: 'billing.manage',
  cost: 'asking',
  reply: Subscription,
  errors: [...AT_PROVIDER, 'subscription_not_found'],
})

export const refreshSubscription = endpoint({
  name: 'refreshSubscription',
  method: 'POST',
  path: '/api/v1/organization/subscription/refresh',
  summary: 'Asks the payment provider how the subscription stands now, as after a checkout.',
  access: 'billing.manage',
  cost: 'asking',
  reply: Subscription.nullable(),
  errors: ['payment_provider_unavailable'],
  audit: false,
})

export const updatePaymentMethod = endpoint({
  name: 'updatePaymentMethod',
  method: 'POST',
  path: '/api/v1/organization/billing/payment-method-update',
  summary: "Where the payment method is changed: a page of the payment provider's.",
  access: 'billing.manage',
  cost: 'asking',
  reply: z.object({ url: z.string() }),
  errors: [...AT_PROVIDER, 'subscription_not_found'],
  audit: false,
})

export const Invoice = z.object({
  id: z.string(),
  number: z.string().nullable(),
  created_at: Instant,
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']),
  total: z.number().int(),
  currency: z.string(),
  /** Pages of the payment provider; null if it offers none. */
  url: z.string().nullable(),
  pdf: z.string().nullable(),
})
export type Invoice = z.infer<typeof Invoice>

const Share = z.object({ id: Id.nullable(), name: z.string().nullable(), credits: Credits })

export const Usage = z.object({
  total: Credits,
  /** Every day of the requested period, oldest first. */
  by_day: z.array(z.object({ day: z.iso.date(), credits: Credits })),
  /** The largest first; without a name if it no longer exists, without an id if it belongs to no project or signal. */
  by_project: z.array(Share),
  by_signal: z.array(Share),
  by_kind: z.array(z.object({ kind: z.enum(WORK_KINDS).nullable(), credits: Credits })),
})
export type Usage = z.infer<typeof Usage>

export const BillingSummary = z.object({
  billing: z.enum(['included', 'stripe']),
  subscription: Subscription.nullable(),
  payment_method: z
    .object({ brand: z.string(), last4: z.string(), exp_month: z.number().int(), exp_year: z.number().int() })
    .nullable(),
  /** Of the last two years, newest first; null if the payment provider could not be asked. */
  invoices: z.array(Invoice).nullable(),
  /** For the current month. */
  usage: Usage,
})
export type BillingSummary = z.infer<typeof BillingSummary>

export const getBillingSummary = endpoint({
  name: 'getBillingSummary',
  method: 'GET',
  path: '/api/v1/organization/billing/summary',
  summary: 'Plan, renewal, payment method, invoices and what was used this month.',
  access: 'billing.manage',
  cost: 'asking',
  reply: BillingSummary,
  mayBeKept: true,
})

export const createCustomSubscription = endpoint({
  name: 'createCustomSubscription',
  method: 'POST',
  path: '/api/v1/project/{id}/create-custom-subscription',
  summary: "Puts the project's organization on a plan made for it, paid by invoice where it has none yet.",
  access: 'installation.operate',
  cost: 'asking',
  params: IdParams,
  body: z.object({
    name: name(60),
    price: z.number().int().min(1).max(100_000_000),
    currency: z
      .string()
      .toLowerCase()
      .regex(/^[a-z]{3}$/, 'Must be three letters, such as usd'),
    monthly_credits: CreditsInput,
  }),
  reply: Subscription.nullable(),
  errors: [...AT_PROVIDER, 'project_not_found', 'card_declined', 'plan_refused'],
  audit: ['price', 'monthly_credits'],
})

const LedgerFilter = z.object({
  kind: repeated(z.enum(ENTRY_KINDS)).optional(),
  work: repeated(z.enum(WORK_KINDS)).optional(),
  project_id: Id.optional(),
  signal_id: Id.optional(),
  account_id: Id.optional(),
  date_from: FromInstant.optional(),
  date_to: ToInstant.optional(),
})

export const LedgerEntry = z.object({
  id: Id,
  at: Instant,
  kind: z.enum(ENTRY_KINDS),
  what: z.string(),
  work: z.enum(WORK_KINDS).nullable(),
  /** Null if nobody in particular did it; without a name if they are gone. */
  who: z.object({ id: Id, name: z.string().nullable() }).nullable(),
  project: z.object({ id: Id, name: z.string().nullable() }).nullable(),
  signal: z.object({ id: Id, text: z.string().nullable() }).nullable(),
  /** With its sign. */
  credits: Credits,
  /** What could be spent afterwards. */
  balance: Credits,
})
export type LedgerEntry = z.infer<typeof LedgerEntry>

export const listLedger = endpoint({
  name: 'listLedger',
  method: 'GET',
  path: '/api/v1/organization/credits/ledger',
  summary: 'Every movement of credits: when, what, who, where, how much. Newest first.',
  access: 'billing.manage',
  query: LedgerFilter.extend({ limit: whole(1, 200).default(50), cursor: z.string().max(500).optional() }),
  reply: z.object({
    items: z.array(LedgerEntry),
    total: z.number().int(),
    total_capped: z.boolean(),
    next_cursor: z.string().nullable(),
  }),
  errors: ['cursor_invalid'],
})

export const exportLedger = endpoint({
  name: 'exportLedger',
  method: 'GET',
  path: '/api/v1/organization/credits/ledger/export',
  summary: 'The same movements as a CSV file, newest first.',
  access: 'billing.manage',
  query: LedgerFilter,
  reply: z.string(),
  replyKind: 'file',
})

export const getUsage = endpoint({
  name: 'getUsage',
  method: 'GET',
  path: '/api/v1/organization/credits/usage',
  summary: 'What credits were spent on, by day, project, signal and kind.',
  access: 'billing.manage',
  cost: 'sums',
  query: z.object({ days: whole(1, 366).default(30) }),
  reply: Usage,
})

export const receiveStripeEvent = endpoint({
  name: 'receiveStripeEvent',
  method: 'POST',
  path: '/api/v1/billing/stripe/events',
  summary: "For Stripe's webhooks: hears that something has changed there. Takes what carries its signature.",
  access: 'public',
  body: z.looseObject({}),
  // An invoice carries its lines, and each line its price.
  bodyBytesMax: 250_000,
  reply: z.object({ received: z.literal(true) }),
  errors: ['signature_invalid', 'billing_included'],
  audit: false,
})
