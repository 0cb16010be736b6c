import type { CompanyField, FactSource, PersonField } from '@leadlight/domain/prospects'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

export interface FactRow<Field extends PersonField | CompanyField> {
  field: Field
  source: FactSource
  value: string
  source_url: string | null
  seen_at: Date
}

/** All facts of a person's accounts, by field. */
export async function selectPersonFacts(
  tx: Tx,
  organizationId: string,
  personId: string,
): Promise<(FactRow<PersonField> & { profile_id: string })[]> {
  const { rows } = await sql<FactRow<PersonField> & { profile_id: string }>`
    select said.profile_id, said.field, said.source, said.value, said.source_url, said.seen_at
    from person_profile profile join profile_fact said
      on said.organization_id = ${organizationId} and said.profile_id = profile.id
    where profile.organization_id = ${organizationId} and profile.person_id = ${personId}
    order by said.field, said.seen_at desc, said.source, said.profile_id`.execute(tx)
  return rows
}

export interface CompanyFactRow extends FactRow<CompanyField> {
  /** The words it was read from, if it is not quoted as it stands. */
  why: string | null
}

export async function selectCompanyFacts(tx: Tx, organizationId: string, companyId: string): Promise<CompanyFactRow[]> {
  const { rows } = await sql<CompanyFactRow>`
    select field, source, value, source_url, seen_at, why from company_fact
    where organization_id = ${organizationId} and company_id = ${companyId}
    order by field, seen_at desc, source`.execute(tx)
  return rows
}
