import { companyKey } from '@leadlight/domain/companies'
import type { FactSource } from '@leadlight/domain/prospects'
import type { Tx } from '../../platform/db.ts'
import { lockName } from '../../platform/named-lock.ts'
import {
  findCompanyId,
  insertCompany,
  putCompanyFacts,
  putMember,
  renewCompanyRows,
  setDomain,
  type Fact,
} from './company-store.ts'
import type { NotingContext } from './note-authors.ts'
import type { CompanyField } from '@leadlight/domain/prospects'

export interface StatedCompany {
  /** The account whose owner names the company. */
  profileId: string
  name?: string
  domain?: string
  /** What else the source says of it. */
  fields?: Partial<Record<CompanyField, string>>
  source: FactSource
  sourceUrl: string | null
  seenAt: Date
}

/**
 * Stores that an account names a company as its owner's, in the caller's transaction: a known one by domain or name,
 * else a new one. Returns its id. Replaces what the source said before; repeating it changes nothing.
 */
export async function noteCompany(tx: Tx, context: NotingContext, stated: StatedCompany): Promise<string> {
  const { organizationId, projectId, newId } = context
  const { profileId, source, sourceUrl, seenAt } = stated
  const domain = stated.domain ?? null
  const name = stated.name ?? domain
  const nameKey = companyKey(stated.name ?? domain?.split('.')[0] ?? '')
  if (name === null || nameKey === '') throw new Error('A company is noted by its name or its domain.')
  // Two that name the same company at once would each create one.
  await lockName(tx, `companies:${projectId}`)
  const known = await findCompanyId(tx, context, { domain, nameKey })
  const id = known ?? newId()
  if (known === undefined) await insertCompany(tx, context, { id, domain, nameKey, name })
  else if (domain !== null) await setDomain(tx, organizationId, id, domain)
  const said: Partial<Record<CompanyField, string>> = { ...stated.fields, ...(domain !== null && { domain }) }
  if (stated.name !== undefined) said.name = stated.name
  const facts = Object.entries(said).map(([field, value]): Fact => ({ field, source, value, sourceUrl, seenAt }))
  await putCompanyFacts(tx, organizationId, id, facts)
  await putMember(tx, organizationId, { companyId: id, profileId, source, sourceUrl, seenAt })
  await renewCompanyRows(tx, organizationId, [id])
  return id
}
