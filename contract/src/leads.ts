import { LEAD_FILTERS } from '@leadlight/domain/filters'
import {
  FEEDBACKS,
  GITHUB_ISSUE_STATES,
  LEADS_NAMED_MAX,
  LEADS_PER_PAGE_MAX,
  LEAD_SORTS,
} from '@leadlight/domain/leads'
import { SIGNAL_KINDS } from '@leadlight/domain/signals'
import { z } from 'zod'
import { ColumnValue } from './columns.ts'
import { Draft } from './drafts.ts'
import { endpoint, IDEMPOTENT } from './endpoint.ts'
import { Condition, Evidence, LeadLevel } from './evidence.ts'
import { bodyOf, queryOf } from './filters.ts'
import { Id, Instant, ProjectItemParams, ProjectParams, whole } from './shapes.ts'

/**
 * The list's filters. One that is left out does not narrow; by default deleted leads are left out. A data source is a
 * channel's id, or a platform for all of it. Dates are the post's, both ends included. The search understands quotes,
 * `or` and a leading minus; its last word may be unfinished.
 */
export const LeadFilter = queryOf(LEAD_FILTERS)

/** The orders of leads: a status by its position among the statuses, a smart column (`column:{id}`) by its value. */
export const LeadSortBy = z.union([z.enum(LEAD_SORTS), z.templateLiteral(['column:', Id], 'Must be column:{id}')])

export const LeadListQuery = LeadFilter.extend({
  sort_by: LeadSortBy.optional(),
  sort_order: z.enum(['asc', 'desc']).optional(),
  limit: whole(1, LEADS_PER_PAGE_MAX).optional(),
  skip: whole(0, 1_000_000).optional(),
  /** The text of a smart column can make it this long. */
  cursor: z.string().max(4_000).optional(),
})

export const LeadMatch = z.object({
  intent_signal_id: Id,
  intent_signal: z.string(),
  /** Null where the signal watches names: they are there or not. */
  score: z.number().int().nullable(),
  level: LeadLevel.nullable(),
  reason: z.string(),
  /** How the team's feedback moved the score, in a sentence; null if it did not. */
  learned: z.string().nullable(),
  evidence: z.array(Evidence),
  /** What the signal asks for, part by part. Empty for leads found before this was said, and for those added by people. */
  conditions: z.array(Condition).default([]),
  /**
   * Whether a large model read the post too, because the built-in one was not sure of it: it did, it is asked again, it
   * could not be asked, or what it taught decided. Null if there was no need.
   */
  second_opinion: z
    .object({ state: z.enum(['given', 'waiting', 'missing', 'taught']), note: z.string() })
    .nullable()
    .default(null),
})
export type LeadMatch = z.infer<typeof LeadMatch>

export const LeadRow = z.object({
  id: Id,
  project_id: Id,
  platform: z.string(),
  community: z.string().nullable(),
  url: z.string(),
  author: z.string().nullable(),
  title: z.string().nullable(),
  /** A passage of the post around its best evidence, with that evidence's position in it. */
  excerpt: z.object({ text: z.string(), evidence: z.array(Evidence) }),
  /** The best of its matches; null where it matches watched names alone. */
  score: z.number().int().nullable(),
  level: LeadLevel.nullable(),
  intent_signals: z.array(
    z.object({ id: Id, kind: z.enum(SIGNAL_KINDS).default('intent'), intent_signal: z.string() }),
  ),
  /** Null while nobody has set one. */
  status_config_id: Id.nullable(),
  /** One for each smart column that has reached this lead. */
  smart_column_values: z.array(ColumnValue),
  /** For an issue or a discussion on GitHub, as last seen. */
  github_issue_state: z.enum(GITHUB_ISSUE_STATES).nullable(),
  feedback: z.enum(FEEDBACKS).nullable(),
  assignee_id: Id.nullable(),
  read: z.boolean(),
  starred: z.boolean(),
  deleted: z.boolean(),
  posted_at: Instant,
  collected_at: Instant,
  /**
   * When the post was found to be deleted at its source. Its title, text, author and evidence are then gone here too.
   */
  source_deleted_at: Instant.nullable(),
})
export type LeadRow = z.infer<typeof LeadRow>

export const Lead = LeadRow.extend({
  /** Title, line break, body: the text in which the evidence's offsets count. */
  text: z.string(),
  /** Where the body starts in `text`; 0 without a title. */
  body_start: z.number().int(),
  author_url: z.string().nullable(),
  /** The author among the project's people; null if nobody in particular wrote it. */
  person_id: Id.nullable(),
  replies: z.number().int().nullable(),
  license: z.string().nullable(),
  /** What a tender states apart from its words: the last day for offers, and what the buyer means to spend. */
  facts: z
    .object({
      deadline: z.iso.date().nullable(),
      budget: z.object({ amount: z.number(), currency: z.string().regex(/^[A-Z]{3}$/) }).nullable(),
    })
    .nullable()
    .default(null),
  matches: z.array(LeadMatch),
  feedback_reason: z.string().nullable(),
  drafts: z.array(Draft),
  /** What the community and the platform demand of generated answers. */
  drafting: z.object({ is_allowed: z.boolean(), why: z.string().nullable() }),
  /** Other places with the same words, the earliest first, at most 20. Together they are one lead. */
  other_places: z.array(
    z.object({
      platform: z.string(),
      community: z.string().nullable(),
      author: z.string().nullable(),
      url: z.string(),
      posted_at: Instant,
    }),
  ),
  /** Other leads of this project by the same author, newest first, at most 5. */
  author_leads: z.array(z.object({ id: Id, title: z.string().nullable(), excerpt: z.string(), posted_at: Instant })),
})
export type Lead = z.infer<typeof Lead>

export const LeadList = z.object({
  items: z.array(LeadRow),
  total: z.number().int(),
  total_capped: z.boolean(),
  next_cursor: z.string().nullable(),
})
export type LeadList = z.infer<typeof LeadList>

const base = '/api/v1/leads/{projectId}'

export const listLeads = endpoint({
  name: 'listLeads',
  method: 'GET',
  path: base,
  summary: "The project's leads that pass the filters, newest first unless sorted otherwise.",
  access: 'lead.read',
  params: ProjectParams,
  query: LeadListQuery,
  reply: LeadList,
  errors: ['project_not_found', 'column_not_found', 'cursor_invalid'],
})

export const getLead = endpoint({
  name: 'getLead',
  method: 'GET',
  path: `${base}/lead/{id}`,
  summary: 'One lead with its whole text and, for each signal it matches, the score, the reason and the evidence.',
  access: 'lead.read',
  params: ProjectItemParams,
  reply: Lead,
  errors: ['project_not_found', 'lead_not_found'],
})

export const readLead = endpoint({
  name: 'readLead',
  method: 'POST',
  path: `${base}/lead/{id}/read`,
  summary: 'Marks one lead as read.',
  access: 'lead.triage',
  params: ProjectItemParams,
  errors: ['project_not_found', 'lead_not_found'],
  tells: 'leads',
})

export const starLead = endpoint({
  name: 'starLead',
  method: 'POST',
  path: `${base}/lead/{id}/star`,
  summary: 'Sets or takes away the star of one lead.',
  access: 'lead.triage',
  params: ProjectItemParams,
  body: z.object({ starred: z.boolean() }),
  errors: ['project_not_found', 'lead_not_found'],
  audit: ['starred'],
  tells: 'leads',
})

export const UnreadCount = z.object({ unread_count: z.number().int() })

export const getUnreadCount = endpoint({
  name: 'getUnreadCount',
  method: 'GET',
  path: `${base}/unread_count`,
  summary: 'How many leads of the project are neither read nor deleted.',
  access: 'lead.read',
  params: ProjectParams,
  reply: UnreadCount,
  errors: ['project_not_found'],
  mayBeKept: true,
})

/** The list's own filters in a body. */
export const BulkFilter = bodyOf(LEAD_FILTERS)

/**
 * The leads that a bulk call is about: those named, or all that pass the list's own filters. An unknown filter is
 * refused, since ignoring it would change every lead of the project.
 */
export const BulkSelection = z.union(
  [z.strictObject({ lead_ids: z.array(Id).min(1).max(LEADS_NAMED_MAX) }), z.strictObject({ filter: BulkFilter })],
  { error: 'Send either lead_ids (1 to 1,000 ids) or filter (the filters of the list)' },
)
export type BulkSelection = z.input<typeof BulkSelection>

export const BulkResult = z.object({
  updated: z.number().int(),
  /** Restores the former values for ten minutes; null if nothing changed. */
  undo_token: Id.nullable(),
})
export type BulkResult = z.infer<typeof BulkResult>

function bulk(name: string, word: string, summary: string, access: 'lead.triage' | 'lead.delete') {
  return endpoint({
    name,
    method: 'POST',
    path: `${base}/mark_leads_as_${word}`,
    summary: `${summary} Takes an \`Idempotency-Key\`.`,
    access,
    cost: 'bulk',
    params: ProjectParams,
    body: BulkSelection,
    reply: BulkResult,
    errors: ['project_not_found', 'column_not_found', ...IDEMPOTENT],
    audit: ['lead_ids'],
    tells: 'leads',
  })
}

export const markRead = bulk('markLeadsAsRead', 'read', 'Marks leads as read.', 'lead.triage')
export const markUnread = bulk('markLeadsAsUnread', 'unread', 'Marks leads as unread.', 'lead.triage')
export const markDeleted = bulk('markLeadsAsDeleted', 'deleted', 'Deletes leads; they can be undeleted.', 'lead.delete')
export const markUndeleted = bulk('markLeadsAsUndeleted', 'undeleted', 'Brings deleted leads back.', 'lead.delete')

export const undoLeads = endpoint({
  name: 'undoLeads',
  method: 'POST',
  path: `${base}/undo`,
  summary: 'Gives every lead of a bulk change the value it had before. Takes an `Idempotency-Key`.',
  access: 'lead.triage',
  params: ProjectParams,
  body: z.object({ undo_token: Id }),
  reply: z.object({ updated: z.number().int() }),
  errors: ['project_not_found', 'undo_not_found', 'undo_expired', ...IDEMPOTENT],
  tells: 'leads',
})

export const DataChannel = z.object({
  platform: z.string(),
  id: z.string(),
  /** Guests get a stand-in instead of an address. */
  external_id: z.string(),
  name: z.string(),
  display_name: z.string(),
  /** Without deleted ones, as the list filtered by it counts them. */
  lead_count: z.number().int(),
})
export type DataChannel = z.infer<typeof DataChannel>

export const listDataChannels = endpoint({
  name: 'listLeadDataChannels',
  method: 'GET',
  path: `${base}/leads-data-channels`,
  summary: "Where the project's leads come from, by name.",
  access: 'lead.read',
  params: ProjectParams,
  reply: z.array(DataChannel),
  errors: ['project_not_found'],
  mayBeKept: true,
})
