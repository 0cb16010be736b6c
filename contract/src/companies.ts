import { z } from 'zod'
import { endpoint, IDEMPOTENT } from './endpoint.ts'
import { BulkResult } from './leads.ts'
import {
  Company,
  CompanyExport,
  CompanyList,
  CompanyListQuery,
  CompanySelection,
  CompanyStatusChange,
} from './prospects.ts'
import { Id, Instant, ProjectItemParams, ProjectParams } from './shapes.ts'

const base = '/api/v1/prospects/companies/{projectId}'

export const listCompanies = endpoint({
  name: 'listCompanies',
  method: 'GET',
  path: base,
  summary:
    'The companies of people behind the leads that pass the filters, those heard of last first unless sorted otherwise.',
  access: 'lead.read',
  params: ProjectParams,
  query: CompanyListQuery,
  reply: CompanyList,
  errors: ['project_not_found', 'cursor_invalid'],
})

export const getCompany = endpoint({
  name: 'getCompany',
  method: 'GET',
  path: `${base}/lead/{id}`,
  summary: 'One company with what is known of it and from where, its people and their posts.',
  access: 'lead.read',
  params: ProjectItemParams,
  reply: Company,
  errors: ['project_not_found', 'company_not_found'],
})

export const updateCompaniesStatus = endpoint({
  name: 'updateCompaniesStatus',
  method: 'POST',
  path: `${base}/update_status`,
  summary: 'Sets the status of companies, or takes it away with null. Takes an `Idempotency-Key`.',
  access: 'lead.triage',
  cost: 'bulk',
  params: ProjectParams,
  body: CompanyStatusChange,
  reply: BulkResult,
  errors: ['project_not_found', 'status_not_found', ...IDEMPOTENT],
  audit: ['status_config_id', 'company_lead_ids'],
  tells: 'companies',
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
    body: CompanySelection,
    reply: BulkResult,
    errors: ['project_not_found', ...IDEMPOTENT],
    audit: ['company_lead_ids'],
    tells: 'companies',
  })
}

export const markCompaniesDeleted = mark('markCompaniesDeleted', 'deleted', 'Deletes companies; they can be undeleted.')
export const markCompaniesUndeleted = mark('markCompaniesUndeleted', 'undeleted', 'Brings deleted companies back.')

export const undoCompanies = endpoint({
  name: 'undoCompanies',
  method: 'POST',
  path: `${base}/undo`,
  summary: 'Gives every company of a bulk change the value it had before. Takes an `Idempotency-Key`.',
  access: 'lead.triage',
  params: ProjectParams,
  body: z.object({ undo_token: Id }),
  reply: z.object({ updated: z.number().int() }),
  errors: ['project_not_found', 'undo_not_found', 'undo_expired', ...IDEMPOTENT],
  tells: 'companies',
})

export const exportCompanies = endpoint({
  name: 'exportCompanies',
  method: 'POST',
  path: `${base}/export`,
  summary: 'The companies that pass the filters, or those of them that are named, as a file, streamed. Free.',
  access: 'lead.export',
  params: ProjectParams,
  body: CompanyExport,
  reply: z.string(),
  replyKind: 'file',
  errors: ['project_not_found'],
  audit: ['format'],
})

export const WEBSITE_STATES = ['waiting', 'done', 'gone', 'refused', 'elsewhere', 'failed', 'closed'] as const

/** When a company's own website was last read, and how that went. */
export const CompanyWebsite = z.object({
  domain: z.string(),
  /**
   * `gone`: there is no page any more. `refused`: it asks bots not to read it. `elsewhere`: it leads to somebody
   * else's. `closed`: it names somebody who was erased, and is not read any more.
   */
  state: z.enum(WEBSITE_STATES),
  looked_at: Instant.nullable(),
  next_at: Instant.nullable(),
  /** One sentence; null if it was read. */
  error: z.string().nullable(),
})
export type CompanyWebsite = z.infer<typeof CompanyWebsite>

export const getCompanyWebsite = endpoint({
  name: 'getCompanyWebsite',
  method: 'GET',
  path: `${base}/{id}/website`,
  summary: 'When the company’s own website was read last; null where none is known.',
  access: 'lead.read',
  params: ProjectItemParams,
  reply: CompanyWebsite.nullable(),
  errors: ['project_not_found', 'company_not_found'],
})

export const refreshCompany = endpoint({
  name: 'refreshCompany',
  method: 'POST',
  path: `${base}/{id}/refresh`,
  summary: 'Has the company’s own website read again; null where none is known.',
  access: 'lead.triage',
  params: ProjectItemParams,
  status: 202,
  reply: CompanyWebsite.nullable(),
  errors: ['project_not_found', 'company_not_found'],
  tells: 'companies',
})
