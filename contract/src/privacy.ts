import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Instant, ProjectItemParams, text } from './shapes.ts'

export const CONTACT_MAX = 200

/** What an organization tells those it holds something of, and how long what is kept. */
export const Privacy = z.object({
  /** An email address, a telephone number or a web page; null until an admin has said it. */
  contact: z.string().nullable(),
  kept: z.array(z.object({ what: z.string(), until: z.string() })),
})
export type Privacy = z.infer<typeof Privacy>

export const getPrivacy = endpoint({
  name: 'getPrivacy',
  method: 'GET',
  path: '/api/v1/organization/privacy',
  summary: 'Whom people may write to about what is held of them, and how long what is kept.',
  access: 'organization.read',
  reply: Privacy,
  mayBeKept: true,
})

export const updatePrivacy = endpoint({
  name: 'updatePrivacy',
  method: 'PATCH',
  path: '/api/v1/organization/privacy',
  summary: 'Says whom people may write to about what is held of them; null takes it back.',
  access: 'organization.manage',
  body: z.object({ contact: text(1, CONTACT_MAX).nullable() }),
  reply: Privacy,
})

/** A sentence with the link, for the end of a first message. */
export const NoticeLink = z.object({ url: z.string(), text: z.string() })
export type NoticeLink = z.infer<typeof NoticeLink>

const NOTICE_ERRORS = ['privacy_contact_missing', 'nobody_held'] as const

export const makeLeadNotice = endpoint({
  name: 'makeLeadNotice',
  method: 'POST',
  path: '/api/v1/leads/{projectId}/lead/{id}/notice',
  summary:
    'A link for a message to a lead’s author: it tells them what is held of them for their post, and lets them object.',
  access: 'lead.draft',
  params: ProjectItemParams,
  reply: NoticeLink,
  errors: ['project_not_found', 'lead_not_found', ...NOTICE_ERRORS],
})

export const makePersonNotice = endpoint({
  name: 'makePersonNotice',
  method: 'POST',
  path: '/api/v1/prospects/people/{projectId}/{id}/notice',
  summary: 'The same for a person, about their newest post.',
  access: 'lead.draft',
  params: ProjectItemParams,
  reply: NoticeLink,
  errors: ['project_not_found', 'person_not_found', 'lead_deleted_at_source', ...NOTICE_ERRORS],
})

export const exportHeld = endpoint({
  name: 'exportHeld',
  method: 'POST',
  path: '/api/v1/prospects/people/{projectId}/{id}/held',
  summary:
    'All that the organization holds of a person, in every project that the caller reaches, as a JSON file: for a person who asks for it.',
  access: 'lead.export',
  params: ProjectItemParams,
  reply: z.string(),
  replyKind: 'file',
  errors: ['project_not_found', 'person_not_found'],
})

/** The token of a link. */
const NoticeToken = z.object({ t: z.string().max(200) })

export const Notice = z.object({
  organization_name: z.string(),
  contact: z.string().nullable(),
  /** The public post that led there; null where it is held no more. */
  post: z.object({ platform: z.string(), url: z.string(), posted_at: Instant }).nullable(),
  objected_at: Instant.nullable(),
})
export type Notice = z.infer<typeof Notice>

export const readNotice = endpoint({
  name: 'readNotice',
  method: 'GET',
  path: '/api/v1/notice',
  summary: 'What is held of somebody, and by whom, for whoever holds the link of a message.',
  access: 'public',
  query: NoticeToken,
  reply: Notice,
  errors: ['notice_not_found'],
})

export const objectToNotice = endpoint({
  name: 'objectToNotice',
  method: 'POST',
  path: '/api/v1/notice/object',
  summary:
    'Objects to being held: the organization’s leads, drafts and notes about the person are erased, and they are not collected again.',
  access: 'public',
  query: NoticeToken,
  reply: Notice,
  errors: ['notice_not_found', 'notice_untold'],
  // The log says that somebody objected; nothing of who pressed is to be kept.
  audit: false,
})
