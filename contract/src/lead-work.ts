import { LEAD_FILTERS } from '@leadlight/domain/filters'
import { EXPORT_FORMATS, FEEDBACKS, LEADS_NAMED_MAX } from '@leadlight/domain/leads'
import { z } from 'zod'
import { endpoint, IDEMPOTENT } from './endpoint.ts'
import { countsOf } from './filters.ts'
import { BulkFilter, BulkResult, Lead, LeadFilter, LeadSortBy } from './leads.ts'
import { Id, Instant, ProjectItemParams, ProjectParams, name, text } from './shapes.ts'

const base = '/api/v1/leads/{projectId}'

export const updateLeadsStatus = endpoint({
  name: 'updateLeadsStatus',
  method: 'POST',
  path: `${base}/update_status`,
  summary: 'Sets the status of leads, or takes it away with null. Takes an `Idempotency-Key`.',
  access: 'lead.triage',
  cost: 'bulk',
  params: ProjectParams,
  body: z.union(
    [
      z.strictObject({ status_config_id: Id.nullable(), lead_ids: z.array(Id).min(1).max(LEADS_NAMED_MAX) }),
      z.strictObject({ status_config_id: Id.nullable(), filter: BulkFilter }),
    ],
    { error: 'Send status_config_id (an id or null) with either lead_ids (1 to 1,000 ids) or filter' },
  ),
  reply: BulkResult,
  errors: ['project_not_found', 'status_not_found', 'column_not_found', ...IDEMPOTENT],
  audit: ['status_config_id', 'lead_ids'],
  tells: 'leads',
})

export const giveFeedback = endpoint({
  name: 'giveFeedback',
  method: 'PATCH',
  path: `${base}/lead/{id}/feedback`,
  summary: 'Says whether the lead is a good one; null takes it back. Acts at once.',
  access: 'lead.triage',
  params: ProjectItemParams,
  body: z.object({ feedback: z.enum(FEEDBACKS).nullable(), reason: text(0, 500).optional() }),
  reply: Lead,
  errors: ['project_not_found', 'lead_not_found'],
  audit: ['feedback'],
  tells: 'leads',
})

export const correctLead = endpoint({
  name: 'correctLead',
  method: 'PUT',
  path: '/api/v1/intent_signals/{projectId}/lead/{id}',
  summary: 'Corrects which signals a lead matches. What is judged later keeps to it.',
  access: 'signal.write',
  params: ProjectItemParams,
  body: z.object({ intent_signals: z.array(Id).max(100) }),
  reply: Lead,
  errors: ['project_not_found', 'lead_not_found', 'signal_not_found'],
  audit: ['intent_signals'],
  tells: 'leads',
})

export const assignLead = endpoint({
  name: 'assignLead',
  method: 'PUT',
  path: `${base}/lead/{id}/assignee`,
  summary: 'Gives the lead to somebody of the organization who can see it, or to nobody.',
  access: 'lead.triage',
  params: ProjectItemParams,
  body: z.object({ user_id: Id.nullable() }),
  reply: Lead,
  errors: ['project_not_found', 'lead_not_found', 'member_not_found'],
  audit: ['user_id'],
  tells: 'leads',
})

/** A person of the organization who can see the project. Leads can be assigned to them, and notes can mention them. */
export const Teammate = z.object({ user_id: Id, name: z.string(), avatar_url: z.string().nullable() })
export type Teammate = z.infer<typeof Teammate>

export const listTeammates = endpoint({
  name: 'listTeammates',
  method: 'GET',
  path: `${base}/teammates`,
  summary: 'Who can see the project, by name, at most 1,000.',
  access: 'lead.read',
  params: ProjectParams,
  reply: z.array(Teammate),
  errors: ['project_not_found'],
  mayBeKept: true,
})

export const Note = z.object({
  id: Id,
  /** A mention reads `@[user_id]` in the text. */
  text: z.string(),
  mentions: z.array(Teammate),
  /** Null if they are no longer in the organization. */
  author: Teammate.nullable(),
  created_at: Instant,
})
export type Note = z.infer<typeof Note>

export const listNotes = endpoint({
  name: 'listNotes',
  method: 'GET',
  path: `${base}/lead/{id}/notes`,
  summary: 'The notes on a lead, oldest first, at most 500.',
  access: 'lead.read',
  params: ProjectItemParams,
  reply: z.array(Note),
  errors: ['project_not_found', 'lead_not_found'],
})

export const addNote = endpoint({
  name: 'addNote',
  method: 'POST',
  path: `${base}/lead/{id}/notes`,
  summary: 'Adds a note to a lead. `@[user_id]` mentions a teammate.',
  access: 'lead.triage',
  params: ProjectItemParams,
  body: z.object({ text: text(1, 5000) }),
  reply: Note,
  status: 201,
  errors: ['project_not_found', 'lead_not_found', 'note_limit_reached'],
  tells: 'notes',
})

export const removeNote = endpoint({
  name: 'removeNote',
  method: 'DELETE',
  path: `${base}/lead/{id}/notes/{noteId}`,
  summary: "Deletes one's own note; an admin may delete any.",
  access: 'lead.triage',
  params: z.strictObject({ projectId: Id, id: Id, noteId: Id }),
  errors: ['project_not_found', 'lead_not_found', 'note_not_found'],
  tells: 'notes',
})

export const HistoryEntry = z.object({
  id: Id,
  at: Instant,
  /** Null for what Leadlight itself did, and for people who are no longer in the organization. */
  by: Teammate.nullable(),
  kind: z.enum([
    'found',
    'status',
    'starred',
    'deleted',
    'assignee',
    'feedback',
    'signals',
    'draft',
    'note',
    'undone',
    'judged',
  ]),
  /** What happened, in a few words: `Status: To answer → Answered`. */
  summary: z.string(),
})
export type HistoryEntry = z.infer<typeof HistoryEntry>

export const listHistory = endpoint({
  name: 'listHistory',
  method: 'GET',
  path: `${base}/lead/{id}/history`,
  summary: 'What happened to the lead and who did it, newest first, at most 200.',
  access: 'lead.read',
  params: ProjectItemParams,
  reply: z.array(HistoryEntry),
  errors: ['project_not_found', 'lead_not_found'],
})

export const exportLeads = endpoint({
  name: 'exportLeads',
  method: 'POST',
  path: `${base}/export`,
  summary: 'The leads that pass the filters as a file, streamed. Free.',
  access: 'lead.export',
  params: ProjectParams,
  body: BulkFilter.extend({
    format: z.enum(EXPORT_FORMATS),
    sort_by: LeadSortBy.optional(),
    sort_order: z.enum(['asc', 'desc']).optional(),
  }),
  reply: z.string(),
  replyKind: 'file',
  errors: ['project_not_found', 'column_not_found'],
  audit: ['format'],
})

export const LeadCounts = countsOf(LEAD_FILTERS).extend({
  /** Counting stops at this many of each. */
  capped_at: z.number().int(),
})
export type LeadCounts = z.infer<typeof LeadCounts>

export const countLeads = endpoint({
  name: 'countLeads',
  method: 'GET',
  path: `${base}/counts`,
  summary:
    'How many leads each choice of a filter would show, the other filters as they are. `none` counts those without a status.',
  access: 'lead.read',
  params: ProjectParams,
  query: LeadFilter,
  reply: LeadCounts,
  errors: ['project_not_found', 'column_not_found'],
})

export const View = z.object({
  id: Id,
  name: z.string(),
  /** The list's address: its query string, as the web writes it. */
  query: z.string(),
  is_shared: z.boolean(),
  is_mine: z.boolean(),
})
export type View = z.infer<typeof View>

export const listViews = endpoint({
  name: 'listViews',
  method: 'GET',
  path: `${base}/views`,
  summary: "The saved views of the project: one's own and the team's, by name, at most 100 of each.",
  access: 'lead.read',
  params: ProjectParams,
  reply: z.array(View),
  errors: ['project_not_found'],
  mayBeKept: true,
})

const viewBody = { name: name(60), query: text(0, 4000), is_shared: z.boolean() }

export const createView = endpoint({
  name: 'createView',
  method: 'POST',
  path: `${base}/views`,
  summary: 'Saves a set of filters under a name, for oneself or for the team.',
  access: 'lead.read',
  params: ProjectParams,
  body: z.object(viewBody),
  reply: View,
  status: 201,
  errors: ['project_not_found', 'view_name_taken', 'view_limit_reached'],
  audit: ['is_shared'],
  tells: 'views',
})

export const updateView = endpoint({
  name: 'updateView',
  method: 'PATCH',
  path: `${base}/views/{id}`,
  summary: "Changes a view: one's own, or as a member a team's.",
  access: 'lead.read',
  params: ProjectItemParams,
  body: z.object(viewBody).partial(),
  reply: View,
  errors: ['project_not_found', 'view_not_found', 'view_name_taken'],
  audit: ['is_shared'],
  tells: 'views',
})

export const deleteView = endpoint({
  name: 'deleteView',
  method: 'DELETE',
  path: `${base}/views/{id}`,
  summary: "Deletes a view: one's own, or as a member a team's.",
  access: 'lead.read',
  params: ProjectItemParams,
  errors: ['project_not_found', 'view_not_found'],
  tells: 'views',
})
