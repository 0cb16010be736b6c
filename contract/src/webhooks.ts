import { WEBHOOK_EVENTS, WEBHOOK_URL_CHARACTERS_MAX } from '@leadlight/domain/webhooks'
import { z } from 'zod'
import { endpoint, IDEMPOTENT } from './endpoint.ts'
import { Id, Instant, name, ProjectItemParams, ProjectParams, text, whole } from './shapes.ts'

const base = '/api/v1/webhooks/{projectId}'
const one = `${base}/{id}`

export const Webhook = z.object({
  id: Id,
  url: z.string(),
  name: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  /** For events about leads: only those that match one of these signals are sent; empty for all. */
  intent_signals: z.array(Id),
  /** For events about leads: only those with at least this score are sent. */
  minimum_score: z.number().int().nullable(),
  on: z.boolean(),
  /** Why Leadlight turned it off by itself; null while it is on, or if somebody turned it off. */
  off_because: z.string().nullable(),
  /** The end of its secret, to recognise it by. */
  secret_hint: z.string(),
  /** Until when the secret before the last rotation also signs. */
  old_secret_until: Instant.nullable(),
  last_delivered_at: Instant.nullable(),
  /** Since when every try has failed. */
  failing_since: Instant.nullable(),
  waiting: z.number().int(),
  created_at: Instant,
})
export type Webhook = z.infer<typeof Webhook>

/** The only answer that contains the secret. */
export const WebhookWithSecret = Webhook.extend({ secret: z.string() })
export type WebhookWithSecret = z.infer<typeof WebhookWithSecret>

const fields = {
  url: text(1, WEBHOOK_URL_CHARACTERS_MAX),
  name: name(100, 0),
  events: z.array(z.enum(WEBHOOK_EVENTS)).min(1, 'Choose at least one event').max(WEBHOOK_EVENTS.length),
  intent_signals: z.array(Id).max(100),
  minimum_score: z.number().int().min(0).max(100).nullable(),
}

export const listWebhooks = endpoint({
  name: 'listWebhooks',
  method: 'GET',
  path: base,
  summary: 'The project’s webhooks, oldest first.',
  access: 'webhook.read',
  params: ProjectParams,
  reply: z.array(Webhook),
  errors: ['project_not_found'],
  mayBeKept: true,
})

export const createWebhook = endpoint({
  name: 'createWebhook',
  method: 'POST',
  path: base,
  summary: 'Adds a webhook, signed after Standard Webhooks. Its secret is in the reply and is not told again.',
  access: 'webhook.write',
  params: ProjectParams,
  body: z.strictObject({
    url: fields.url,
    name: fields.name.optional(),
    events: fields.events.optional(),
    intent_signals: fields.intent_signals.optional(),
    minimum_score: fields.minimum_score.optional(),
  }),
  reply: WebhookWithSecret,
  status: 201,
  errors: ['project_not_found', 'webhook_limit_reached', 'webhook_url_refused', 'signal_not_found'],
  audit: ['events', 'intent_signals', 'minimum_score'],
  tells: 'webhooks',
})

export const updateWebhook = endpoint({
  name: 'updateWebhook',
  method: 'PUT',
  path: one,
  summary: 'Changes what a webhook hears of and where it goes, or turns it on or off. What is left out stays.',
  access: 'webhook.write',
  params: ProjectItemParams,
  body: z
    .strictObject({ ...fields, on: z.boolean() })
    .partial()
    .refine((body) => Object.keys(body).length > 0, 'Send at least one field'),
  reply: Webhook,
  errors: ['project_not_found', 'webhook_not_found', 'webhook_url_refused', 'signal_not_found'],
  audit: ['events', 'intent_signals', 'minimum_score', 'on'],
  tells: 'webhooks',
})

export const deleteWebhook = endpoint({
  name: 'deleteWebhook',
  method: 'DELETE',
  path: one,
  summary: 'Removes a webhook with its deliveries, those that wait too.',
  access: 'webhook.write',
  params: ProjectItemParams,
  errors: ['project_not_found', 'webhook_not_found'],
  tells: 'webhooks',
})

export const rotateWebhookSecret = endpoint({
  name: 'rotateWebhookSecret',
  method: 'POST',
  path: `${one}/rotate_secret`,
  summary: 'Makes a new secret. For a day the old one signs beside it, so that a receiver can change over.',
  access: 'webhook.write',
  params: ProjectItemParams,
  reply: WebhookWithSecret,
  errors: ['project_not_found', 'webhook_not_found'],
  tells: 'webhooks',
})

export const WebhookTry = z.object({
  at: Instant,
  duration_ms: z.number().int(),
  /** The receiver's status; null if there was no answer. */
  status: z.number().int().nullable(),
  error: z.string().nullable(),
  /** The beginning of the answer's body. */
  answer: z.string().nullable(),
})

export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const

export const WebhookDelivery = z.object({
  id: Id,
  /** The message's id for the receiver (`webhook-id`): the same at every try, and when it is sent again. */
  message_id: z.string(),
  event: z.enum([...WEBHOOK_EVENTS, 'webhook.test']),
  state: z.enum(DELIVERY_STATES),
  /** The body exactly as signed; null before the first try, and once a lead's post was deleted at its source. */
  body: z.string().nullable(),
  created_at: Instant,
  next_try_at: Instant.nullable(),
  /** Newest first. */
  tries: z.array(WebhookTry),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

export const testWebhook = endpoint({
  name: 'testWebhook',
  method: 'POST',
  path: `${one}/test`,
  summary: 'Sends a test message now, once, and answers how that went. Takes an `Idempotency-Key`.',
  access: 'webhook.write',
  cost: 'asking',
  params: ProjectItemParams,
  reply: WebhookDelivery,
  errors: ['project_not_found', 'webhook_not_found', 'too_many_attempts', ...IDEMPOTENT],
  tells: 'webhooks',
})

export const listWebhookDeliveries = endpoint({
  name: 'listWebhookDeliveries',
  method: 'GET',
  path: `${one}/deliveries`,
  summary: 'What was sent in the last 30 days and how the receiver answered, newest first.',
  access: 'webhook.read',
  params: ProjectItemParams,
  query: z.object({
    state: z.enum(DELIVERY_STATES).optional(),
    limit: whole(1, 200).optional(),
    cursor: z.string().max(1000).optional(),
  }),
  reply: z.object({
    items: z.array(WebhookDelivery),
    total: z.number().int(),
    total_capped: z.boolean(),
    next_cursor: z.string().nullable(),
  }),
  errors: ['project_not_found', 'webhook_not_found', 'cursor_invalid'],
  mayBeKept: true,
})

export const replayWebhookDelivery = endpoint({
  name: 'replayWebhookDelivery',
  method: 'POST',
  path: `${one}/deliveries/{deliveryId}/replay`,
  summary: 'Sends a message again, under its own id, as a new delivery. Takes an `Idempotency-Key`.',
  access: 'webhook.write',
  params: z.strictObject({ projectId: Id, id: Id, deliveryId: Id }),
  reply: WebhookDelivery,
  status: 202,
  errors: [
    'project_not_found',
    'webhook_not_found',
    'delivery_not_found',
    'message_erased',
    'webhook_off',
    ...IDEMPOTENT,
  ],
  tells: 'webhooks',
})
