import { companyDomain, companyKey, statedCompanies } from '@leadlight/domain/companies'
import type { FactSource, PersonField } from '@leadlight/domain/prospects'
import type { Tx } from '../../platform/db.ts'
import { cleanValue } from './clean-value.ts'
import { deleteMembersExcept } from './company-store.ts'
import {
  deleteFact,
  dropCompanyAddresses,
  findOwner,
  findStatedSource,
  putFact,
  selectStated,
  type ProfileFact,
} from './fact-store.ts'
import type { NotingContext } from './note-authors.ts'
import { noteCompany } from './note-company.ts'
import { lockPeople, selectPeopleOf } from './person-store.ts'
import { renewCompanies, renewPeople } from './renew-people.ts'

/** What one source says of an account's owner. Null deletes a field; one that is left out stays. */
export interface SaidOfProfile {
  profileId: string
  source: FactSource
  sourceUrl: string | null
  seenAt: Date
  fields: Partial<Record<PersonField, string | null>>
}

/**
 * Stores what a source says of an account's owner, in the caller's transaction, and derives their companies and the
 * visible row. The newest value of a source counts, and of several sources the most trusted. An account that is gone is
 * passed over. Repeating it changes nothing.
 */
export async function noteFacts(tx: Tx, context: NotingContext, said: SaidOfProfile): Promise<void> {
  const { organizationId } = context
  const owner = await findOwner(tx, context, said.profileId)
  if (!owner) return
  const people = await selectPeopleOf(tx, organizationId, [said.profileId])
  // Everybody, a merge too, locks in this order: the account, its people, their companies.
  await lockPeople(tx, organizationId, people)
  for (const [field, value] of Object.entries(said.fields) as [PersonField, string | null][]) {
    const cleaned = value === null ? '' : cleanValue(field, value)
    const fact: ProfileFact = { ...said, field, value: cleaned }
    if (cleaned === '') await deleteFact(tx, organizationId, fact)
    else await putFact(tx, organizationId, fact)
  }
  if (['company_name', 'website', 'email'].some((field) => field in said.fields))
    await followCompanies(tx, context, said, owner.names)
  await renewPeople(tx, organizationId, people)
}

/** Derives an account's companies from its stored profile once more. */
export async function followStated(tx: Tx, context: NotingContext, profileId: string): Promise<void> {
  const owner = await findOwner(tx, context, profileId)
  const stated = await findStatedSource(tx, context.organizationId, profileId)
  if (owner && stated)
    await followCompanies(tx, context, { profileId, source: 'profile', ...stated, fields: {} }, owner.names)
}

/**
 * The company somebody names, with the domain of their website or mail address if it resembles the name. If they name
 * none, the company whose website it is.
 */
async function followCompanies(
  tx: Tx,
  context: NotingContext,
  { profileId, source, sourceUrl, seenAt }: SaidOfProfile,
  names: readonly string[],
): Promise<void> {
  const stated = await selectStated(tx, context.organizationId, { profileId, source })
  const called = statedCompanies(stated.company_name ?? '')
  const owner = { names: stated.name === undefined ? names : [...names, stated.name] }
  const domain = companyDomain(stated.website ?? '', owner)
  const mailed = companyDomain(stated.email?.split('@').at(-1) ?? '', owner)
  const companies = called.map((name) => {
    const own = [domain, mailed].find((each) => each !== undefined && isCalled(each, name))
    return own === undefined ? { name } : { name, domain: own }
  })
  const all = called.length === 0 && domain !== undefined ? [{ domain }] : companies
  const keptIds: string[] = []
  for (const company of all) {
    keptIds.push(await noteCompany(tx, context, { profileId, source, sourceUrl, seenAt, ...company }))
  }
  const left = await deleteMembersExcept(tx, context.organizationId, { profileId, source, keptIds })
  const companyIds = left.map(({ companyId }) => companyId)
  // What they said of it before stays known; that they said so is forgotten.
  const addresses = left.flatMap((one) => one.sourceUrl ?? [])
  await dropCompanyAddresses(tx, context.organizationId, { companyIds, addresses })
  await renewCompanies(tx, context.organizationId, companyIds)
}

function isCalled(domain: string, name: string): boolean {
  return companyKey(domain.split('.')[0] ?? '') === companyKey(name)
}
