import { COMPANY_FILTERS, PERSON_FILTERS } from '@leadlight/domain/filters'
import { EXPORT_FORMATS, LEADS_NAMED_MAX, LEADS_PER_PAGE_MAX } from '@leadlight/domain/leads'
import { COMPANY_FIELDS, COMPANY_SORTS, FACT_SOURCES, PERSON_FIELDS, PERSON_SORTS } from '@leadlight/domain/prospects'
import { z } from 'zod'
import { Draft } from './drafts.ts'
import { bodyOf, queryOf } from './filters.ts'
import { LeadRow } from './leads.ts'
import { Id, Instant, whole } from './shapes.ts'

const sortOrder = z.enum(['asc', 'desc'])

/**
 * The filters of the list of people. One that is left out does not narrow; by default deleted people are left out. A text
 * without its operator means `contains`; an operator without a text narrows only if it takes none (`empty`, `not_empty`).
 * Case does not count, and a missing value reads as the empty text. Dates are those of the last post, both ends included.
 * Every word of the search must occur somewhere.
 */
export const PersonFilter = queryOf(PERSON_FILTERS)
export type PersonFilter = z.output<typeof PersonFilter>

/** The same for companies; `company_name` is the company's own. */
export const CompanyFilter = queryOf(COMPANY_FILTERS)
export type CompanyFilter = z.output<typeof CompanyFilter>

/** The filters in a body. */
export const PersonBulkFilter = bodyOf(PERSON_FILTERS)
export const CompanyBulkFilter = bodyOf(COMPANY_FILTERS)

const paging = {
  sort_order: sortOrder.optional(),
  limit: whole(1, LEADS_PER_PAGE_MAX).optional(),
  skip: whole(0, 1_000_000).optional(),
  cursor: z.string().max(12_000).optional(),
}

export const PersonSortBy = z.enum(PERSON_SORTS)
export const CompanySortBy = z.enum(COMPANY_SORTS)
export const PersonListQuery = PersonFilter.extend({ sort_by: PersonSortBy.optional(), ...paging })
export const CompanyListQuery = CompanyFilter.extend({ sort_by: CompanySortBy.optional(), ...paging })

/** A value, and where and when it was read. */
export const SourcedValue = z.object({
  value: z.string(),
  source: z.enum(FACT_SOURCES),
  source_url: z.string().nullable(),
  seen_at: Instant,
})
export type SourcedValue = z.infer<typeof SourcedValue>

/** A person's account on a platform. */
export const Profile = z.object({
  id: Id,
  platform: z.string(),
  /** The account's name there, without a leading sign. */
  handle: z.string(),
  /** The author's name in its posts. */
  name: z.string(),
  url: z.string().nullable(),
  posts: z.number().int(),
})
export type Profile = z.infer<typeof Profile>

const SignalOfProspect = z.object({ id: Id, intent_signal: z.string() })

export const PersonRow = z.object({
  id: Id,
  project_id: Id,
  /** The most trusted of their names; an account always has one. */
  name: z.string(),
  location: SourcedValue.nullable(),
  person_title: SourcedValue.nullable(),
  company_name: SourcedValue.nullable(),
  /** Its entry in the list of companies, if it has one. */
  company: z.object({ id: Id, name: z.string() }).nullable(),
  /** The accounts with the latest posts, at most 10. */
  profiles: z.array(Profile),
  platforms: z.array(z.string()),
  intent_signals: z.array(SignalOfProspect),
  /** How many leads of the project are theirs, including deleted ones. */
  posts: z.number().int(),
  last_posted_at: Instant,
  status_config_id: Id.nullable(),
  deleted: z.boolean(),
  created_at: Instant,
})
export type PersonRow = z.infer<typeof PersonRow>

/** One source's value of a field. Values that are not trusted are listed too. */
const factOf = <Field extends readonly [string, ...string[]]>(fields: Field) =>
  SourcedValue.extend({
    field: z.enum(fields),
    /** Whether this is the value that shows. */
    is_shown: z.boolean(),
  })

export const PersonFact = factOf(PERSON_FIELDS).extend({ profile_id: Id })
export type PersonFact = z.infer<typeof PersonFact>
export const CompanyFact = factOf(COMPANY_FIELDS).extend({
  /** For what Leadlight classified, the deciding words of the source; null for what was read as it stands. */
  why: z.string().nullable(),
})
export type CompanyFact = z.infer<typeof CompanyFact>

export const Person = PersonRow.extend({
  website: SourcedValue.nullable(),
  bio: SourcedValue.nullable(),
  email: SourcedValue.nullable(),
  /** All accounts. */
  profiles: z.array(Profile),
  facts: z.array(PersonFact),
  companies: z.array(z.object({ id: Id, name: z.string() })),
  /** Their posts among the leads, newest first, at most 100. */
  timeline: z.array(LeadRow),
  /** The direct message, if there is one. */
  draft: Draft.nullable(),
})
export type Person = z.infer<typeof Person>

export const CompanyRow = z.object({
  id: Id,
  project_id: Id,
  name: z.string(),
  domain: SourcedValue.nullable(),
  industry: SourcedValue.nullable(),
  location: SourcedValue.nullable(),
  platforms: z.array(z.string()),
  intent_signals: z.array(SignalOfProspect),
  people: z.number().int(),
  posts: z.number().int(),
  last_posted_at: Instant,
  status_config_id: Id.nullable(),
  deleted: z.boolean(),
  created_at: Instant,
})
export type CompanyRow = z.infer<typeof CompanyRow>

/** A person of a company, and who says so. */
export const Employee = z.object({
  person: PersonRow,
  said_by: SourcedValue.omit({ value: true }),
})
export type Employee = z.infer<typeof Employee>

export const Company = CompanyRow.extend({
  description: SourcedValue.nullable(),
  employees: SourcedValue.nullable(),
  facts: z.array(CompanyFact),
  /** Its people, the most recently seen first, at most 100. */
  team: z.array(Employee),
  /** Their posts among the leads, newest first, at most 100. */
  timeline: z.array(LeadRow),
})
export type Company = z.infer<typeof Company>

function listOf<Row extends z.ZodType>(row: Row) {
  return z.object({
    items: z.array(row),
    total: z.number().int(),
    total_capped: z.boolean(),
    next_cursor: z.string().nullable(),
  })
}

export const PersonList = listOf(PersonRow)
export type PersonList = z.infer<typeof PersonList>
export const CompanyList = listOf(CompanyRow)
export type CompanyList = z.infer<typeof CompanyList>

const someIds = z.array(Id).min(1).max(LEADS_NAMED_MAX)

/** The people that a bulk call is about: those named, or all that pass the list's own filters. */
export const PersonSelection = z.union(
  [z.strictObject({ person_lead_ids: someIds }), z.strictObject({ filter: PersonBulkFilter })],
  { error: 'Send either person_lead_ids (1 to 1,000 ids) or filter (the filters of the list)' },
)
export const CompanySelection = z.union(
  [z.strictObject({ company_lead_ids: someIds }), z.strictObject({ filter: CompanyBulkFilter })],
  { error: 'Send either company_lead_ids (1 to 1,000 ids) or filter (the filters of the list)' },
)

const status_config_id = Id.nullable()
const statusError = 'Send status_config_id (an id or null) with either the ids (1 to 1,000) or filter'
export const PersonStatusChange = z.union(
  [
    z.strictObject({ status_config_id, person_lead_ids: someIds }),
    z.strictObject({ status_config_id, filter: PersonBulkFilter }),
  ],
  { error: statusError },
)
export const CompanyStatusChange = z.union(
  [
    z.strictObject({ status_config_id, company_lead_ids: someIds }),
    z.strictObject({ status_config_id, filter: CompanyBulkFilter }),
  ],
  { error: statusError },
)

const exporting = { format: z.enum(EXPORT_FORMATS), sort_order: sortOrder.optional() }
/** All that pass the filters, or only the named ones of them. */
export const PersonExport = PersonBulkFilter.extend({
  ...exporting,
  sort_by: PersonSortBy.optional(),
  person_lead_ids: someIds.optional(),
})
export const CompanyExport = CompanyBulkFilter.extend({
  ...exporting,
  sort_by: CompanySortBy.optional(),
  company_lead_ids: someIds.optional(),
})
