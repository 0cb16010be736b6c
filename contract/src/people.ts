import { DRAFT_MAX } from '@leadlight/domain/drafts'
import { z } from 'zod'
import { Draft, DraftEvent } from './drafts.ts'
import { endpoint, IDEMPOTENT } from './endpoint.ts'
import { BulkResult } from './leads.ts'
import { Person, PersonExport, PersonList, PersonListQuery, PersonSelection, PersonStatusChange } from './prospects.ts'
import { Id, Instant, ProjectItemParams, ProjectParams, text } from './shapes.ts'

const base = '/api/v1/prospects/people/{projectId}'

export const listPeople = endpoint({
  name: 'listPeople',
  method: 'GET',
  path: base,
  summary: 'The people behind the leads who pass the filters, those who posted last first unless sorted otherwise.',
  access: 'lead.read',
  params: ProjectParams,
  query: PersonListQuery,
  reply: PersonList,
  errors: ['project_not_found', 'cursor_invalid'],
})

export const getPerson = endpoint({
  name: 'getPerson',
  method: 'GET',
  path: `${base}/lead/{id}`,
  summary: 'One person with their accounts, what is known of them and from where, and their posts.',
  access: 'lead.read',
  params: ProjectItemParams,
  reply: Person,
  errors: ['project_not_found', 'person_not_found'],
})

export const updatePeopleStatus = endpoint({
  name: 'updatePeopleStatus',
  method: 'POST',
  path: `${base}/update_status`,
  summary: 'Sets the status of people, or takes it away with null. Takes an `Idempotency-Key`.',
  access: 'lead.triage',
  cost: 'bulk',
  params: ProjectParams,
  body: PersonStatusChange,
  reply: BulkResult,
  errors: ['project_not_found', 'status_not_found', ...IDEMPOTENT],
  audit: ['status_config_id', 'person_lead_ids'],
  tells: 'people',
})

function mark(name: string, word: string, summary: string) {
  return endpoint({
    name,
    method: 'POST',
    path: `${base}/mark_as_${word}`,
    summary: `${summary} Takes an \`Idempotency-Key\`.`,
    access: 'lead.delete',
    cost: 'bulk',
    params: ProjectParams,
    body: PersonSelection,
    reply: BulkResult,
    errors: ['project_not_found', ...IDEMPOTENT],
    audit: ['person_lead_ids'],
    tells: 'people',
  })
}

export const markPeopleDeleted = mark('markPeopleDeleted', 'deleted', 'Deletes people; they can be undeleted.')
export const markPeopleUndeleted = mark('markPeopleUndeleted', 'undeleted', 'Brings deleted people back.')

export const undoPeople = endpoint({
  name: 'undoPeople',
  method: 'POST',
  path: `${base}/undo`,
  summary: 'Gives everybody of a bulk change the value they had before. Takes an `Idempotency-Key`.',
  access: 'lead.triage',
  params: ProjectParams,
  body: z.object({ undo_token: Id }),
  reply: z.object({ updated: z.number().int() }),
  errors: ['project_not_found', 'undo_not_found', 'undo_expired', ...IDEMPOTENT],
  tells: 'people',
})

export const exportPeople = endpoint({
  name: 'exportPeople',
  method: 'POST',
  path: `${base}/export`,
  summary: 'The people who pass the filters, or those of them that are named, as a file, streamed. Free.',
  access: 'lead.export',
  params: ProjectParams,
  body: PersonExport,
  reply: z.string(),
  replyKind: 'file',
  errors: ['project_not_found'],
  audit: ['format'],
})

export const draftPersonMessage = endpoint({
  name: 'draftPersonMessage',
  method: 'POST',
  path: `${base}/{id}/draft_message`,
  summary:
    'Writes a direct message to a person from their newest post and the business profile. With `stream` the answer is `text/event-stream`. Never sent. Takes an `Idempotency-Key`.',
  access: 'lead.draft',
  params: ProjectItemParams,
  body: z.object({
    stream: z.boolean().default(false),
    /** What the writer wants said or changed, in their own words. */
    prompt: text(0, 2000).optional(),
  }),
  reply: DraftEvent,
  replyKind: 'json_or_events',
  errors: [
    'project_not_found',
    'person_not_found',
    'lead_deleted_at_source',
    'no_credits_left',
    'guest_cap_reached',
    'model_unavailable',
    'draft_refused',
    ...IDEMPOTENT,
  ],
  tells: 'people',
})

export const updatePersonDraft = endpoint({
  name: 'updatePersonDraft',
  method: 'POST',
  path: `${base}/{id}/update-draft-dm`,
  summary: 'Keeps the direct message as its writer left it.',
  access: 'lead.draft',
  params: ProjectItemParams,
  body: z.object({
    draft: text(0, DRAFT_MAX),
    /**
     * The `updated_at` of the draft that was changed, null if there was none. Without it the current draft is replaced,
     * whatever it is.
     */
    based_on: Instant.nullable().optional(),
  }),
  reply: Draft,
  errors: ['project_not_found', 'person_not_found', 'draft_changed'],
  tells: 'people',
})
