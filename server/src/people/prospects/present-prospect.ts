import type * as wire from '@leadlight/contract/prospects'
import type { ProspectList } from './list-prospects.ts'
import type { CompanyRow, PersonRow, Shown } from './prospect-page.ts'

export function presentPeople({ rows, ...page }: ProspectList<'person'>): wire.PersonList {
  return { items: rows.map(presentPerson), ...presentTotal(page) }
}

export function presentCompanies({ rows, ...page }: ProspectList<'company'>): wire.CompanyList {
  return { items: rows.map(presentCompany), ...presentTotal(page) }
}

function presentTotal({ total, totalCapped, nextCursor }: Omit<ProspectList<'person'>, 'rows'>) {
  return { total, total_capped: totalCapped, next_cursor: nextCursor }
}

export function presentPerson(row: PersonRow): wire.PersonRow {
  return {
    ...presentCommon(row),
    location: shown(row, 'location'),
    person_title: shown(row, 'person_title'),
    company_name: shown(row, 'company_name'),
    company: row.company,
    profiles: row.profiles,
  }
}

export function presentCompany(row: CompanyRow): wire.CompanyRow {
  return {
    ...presentCommon(row),
    domain: shown(row, 'domain'),
    industry: shown(row, 'industry'),
    location: shown(row, 'location'),
    people: row.people,
  }
}

/** A field's visible value and its source; null if nothing is known. */
export function shown({ fields }: { fields: Record<string, Shown> }, field: string): wire.SourcedValue | null {
  return fields[field] ?? null
}

function presentCommon(row: PersonRow | CompanyRow) {
  return {
    id: row.id,
    project_id: row.project_id,
    name: row.name,
    platforms: row.platforms,
    intent_signals: row.intent_signals,
    posts: row.posts,
    last_posted_at: row.last_posted_at.toISOString(),
    status_config_id: row.status_config_id,
    deleted: row.deleted,
    created_at: row.created_at.toISOString(),
  }
}
