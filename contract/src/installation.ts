import { z } from 'zod'
import { Changed } from './changed.ts'
import { SmartColumn } from './columns.ts'
import { endpoint } from './endpoint.ts'
import { Search } from './search.ts'
import { Credits, Id, ProjectParams, text } from './shapes.ts'

export const Instance = z.object({
  name: z.string(),
  version: z.string(),
  google: z.boolean(),
  slack: z.boolean(),
  billing: z.enum(['included', 'stripe']),
  ai: z.enum(['local', 'openai', 'anthropic', 'openai-compatible']),
  mail: z.boolean(),
  analytics: z.boolean(),
  /** Where browsers report use, in batches; null while that is off. */
  analytics_url: z.string().nullable(),
  /** The price of judging one post, in credits; 0 with the built-in model. */
  judged_post_price: z.number(),
  /** The price on top for a post that the configured model reads too; 0 with the built-in model alone. */
  model_judged_post_price: z.number(),
  /** The price of a draft, in credits; 0 with the built-in composer. */
  draft_price: z.number(),
  /** The price of one value of a smart column, in credits; 0 if the built-in model answers. */
  column_value_price: z.number(),
  /** The writer of drafts: the configured model by its name, or `Built-in composer`. */
  writer: z.string(),
})
export type Instance = z.infer<typeof Instance>

export const getInstance = endpoint({
  name: 'getInstance',
  method: 'GET',
  path: '/api/v1/instance',
  summary: 'What this installation offers.',
  access: 'public',
  reply: Instance,
  mayBeKept: true,
})

export const PAGES = ['contact', 'privacy', 'terms'] as const

export const getPage = endpoint({
  name: 'getPage',
  method: 'GET',
  path: '/api/v1/instance/pages/{page}',
  summary: 'A public page, in Markdown, as the operator wrote it or as it ships.',
  access: 'public',
  params: z.strictObject({ page: z.enum(PAGES) }),
  reply: z.object({ markdown: z.string() }),
  errors: ['page_unusable'],
  mayBeKept: true,
})

export const sendFeedback = endpoint({
  name: 'sendFeedback',
  method: 'POST',
  path: '/api/v1/feedback',
  summary: 'Tells the people who run this installation what the user thinks.',
  access: 'signed_in',
  query: z.object({ feedback: text(1, 5000) }),
})

/** What the event stream carries, one JSON object per event; the event's name is its `type`. */
export const ProjectEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('search'), search: Search }),
  // `search_id` is null for what monitoring found. Where nothing passed, `is_unsure` says that the best few are shown all the same.
  z.object({
    type: z.literal('leads'),
    search_id: Id.nullable(),
    lead_ids: z.array(Id),
    unread_count: z.number().int(),
    is_unsure: z.boolean().optional(),
  }),
  // Leads that were there have a score or a match of watched names that they did not have: whom a rule kept from hearing of
  // them may hear now. `former_scores` are theirs from before, in the order of the ids, null for none.
  z.object({
    type: z.literal('matched'),
    intent_signal_id: Id,
    lead_ids: z.array(Id),
    former_scores: z.array(z.number().int().nullable()),
  }),
  z.object({ type: z.literal('column'), column: SmartColumn }),
  z.object({ type: z.literal('source'), platform: z.string(), source: z.string(), error: z.string().nullable() }),
  // The credits left have fallen to one of the two marks.
  z.object({ type: z.literal('credits'), level: z.enum(['low', 'empty']), left: Credits }),
  Changed,
])
export type ProjectEvent = z.infer<typeof ProjectEvent>

export const streamEvents = endpoint({
  name: 'streamEvents',
  method: 'GET',
  path: '/api/v1/events/{projectId}',
  summary:
    'Server-sent events of a project: search progress, new leads, source health, what others change. Resumes after `Last-Event-ID`; without it, begins with what was changed in the last half minute.',
  access: 'events.read',
  params: ProjectParams,
  reply: ProjectEvent,
  replyKind: 'events',
  errors: ['project_not_found', 'stream_limit_reached'],
})
