import { DRAFT_MAX, DRAFT_TYPES } from '@leadlight/domain/drafts'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Credits, Id, Instant, ProjectItemParams, text } from './shapes.ts'

export const Draft = z.object({
  message_type: z.enum(DRAFT_TYPES),
  draft: z.string(),
  /** Who wrote it: a configured model by its name, `Built-in composer`, or a person. */
  written_by: z.string(),
  /** Talking points to write from, if the community forbids generated posts. */
  is_talking_points: z.boolean(),
  /** An earlier draft that reads much the same, as a warning before the same words are sent twice. */
  similar_to: z.object({ lead_id: Id, share: z.number() }).nullable(),
  updated_at: Instant,
})
export type Draft = z.infer<typeof Draft>

/** The answer for a complete draft. */
export const WrittenDraft = z.object({ draft: z.string(), credits_spent: Credits, details: Draft })
export type WrittenDraft = z.infer<typeof WrittenDraft>

/** An event of a streamed answer: pieces of text, then one `done` or one `error`. */
export const DraftEvent = z.union([z.object({ delta: z.string() }), WrittenDraft])
export type DraftEvent = z.infer<typeof DraftEvent>

const base = '/api/v1/leads/{projectId}'

export const draftMessage = endpoint({
  name: 'draftMessage',
  method: 'POST',
  path: `${base}/lead/{id}/draft_message`,
  summary:
    'Writes a reply or a direct message from the lead and the business profile. With `stream` the answer is `text/event-stream`. Never posted. Takes an `Idempotency-Key`.',
  access: 'lead.draft',
  params: ProjectItemParams,
  body: z.object({
    stream: z.boolean().default(false),
    message_type: z.enum(DRAFT_TYPES),
    /** What the writer wants said or changed, in their own words. */
    prompt: text(0, 2000).optional(),
  }),
  reply: DraftEvent,
  replyKind: 'json_or_events',
  errors: [
    'project_not_found',
    'lead_not_found',
    'lead_deleted_at_source',
    'no_credits_left',
    'guest_cap_reached',
    'model_unavailable',
    'draft_refused',
    'idempotency_key_reused',
    'idempotent_call_running',
  ],
  audit: ['message_type'],
  tells: 'drafts',
})

function save(name: string, word: string, what: string) {
  return endpoint({
    name,
    method: 'POST',
    path: `${base}/leads/{id}/update-draft-${word}`,
    summary: `Keeps ${what} as its writer left it.`,
    access: 'lead.draft',
    params: ProjectItemParams,
    body: z.object({
      draft: text(0, DRAFT_MAX),
      /**
       * The `updated_at` of the draft that was changed, null if there was none. Without it the current draft is
       * replaced, whatever it is.
       */
      based_on: Instant.nullable().optional(),
    }),
    reply: Draft,
    errors: ['project_not_found', 'lead_not_found', 'draft_changed'],
    tells: 'drafts',
  })
}

export const updateDraftDm = save('updateDraftDm', 'dm', 'the direct message')
export const updateDraftReply = save('updateDraftReply', 'reply', 'the reply')
