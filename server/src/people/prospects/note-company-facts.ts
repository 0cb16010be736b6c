import type { ProjectIds } from '../../platform/actor.ts'
import type { CompanyField, FactSource } from '@leadlight/domain/prospects'
import type { Tx } from '../../platform/db.ts'
import { cleanValue } from './clean-value.ts'
import { deleteCompanyFacts, lockCompany, putCompanyFacts, renewCompanyRows, type Fact } from './company-store.ts'

export interface SaidOfCompany {
  companyId: string
  source: FactSource
  seenAt: Date
  /** Null deletes a field; one that is left out stays. */
  fields: Partial<Record<CompanyField, CompanyValue | null>>
}

export interface CompanyValue {
  value: string
  sourceUrl: string | null
  /** The words it was read from, if it is not quoted as it stands. */
  why?: string
}

/**
 * Stores what a source says of a company, in the caller's transaction, and derives the visible row. The newest value of
 * a source counts. Returns whether the company exists. Repeating it changes nothing.
 */
export async function noteCompanyFacts(tx: Tx, ids: ProjectIds, said: SaidOfCompany): Promise<boolean> {
  const { organizationId } = ids
  const { companyId, source, seenAt } = said
  if (!(await lockCompany(tx, ids, companyId))) return false
  const kept: Fact[] = []
  const gone: string[] = []
  for (const [field, told] of Object.entries(said.fields) as [CompanyField, CompanyValue | null][]) {
    const value = told ? cleanValue(field, told.value) : ''
    if (told && value !== '') kept.push({ field, source, seenAt, ...told, value })
    else gone.push(field)
  }
  await putCompanyFacts(tx, organizationId, companyId, kept)
  if (gone.length > 0) await deleteCompanyFacts(tx, organizationId, { companyId, source, fields: gone, seenAt })
  await renewCompanyRows(tx, organizationId, [companyId])
  return true
}
