import type { FactSource } from '@leadlight/domain/prospects'
import type { Tx } from '../../platform/db.ts'
import { deleteCompanyFactsOf } from './company-store.ts'
import { selectCompanyFacts } from './list-facts.ts'
import { selectCompaniesOf } from './person-store.ts'
import { renewCompanies } from './renew-people.ts'

/** What strangers' pages say of a company, and what was derived from it. */
const OF_PAGES: readonly FactSource[] = ['website', 'model']

/** The companies that these people's accounts name. */
export function listCompaniesOf(tx: Tx, organizationId: string, personIds: readonly string[]): Promise<string[]> {
  return selectCompaniesOf(tx, organizationId, personIds)
}

/**
 * Deletes what these companies' websites say if it contains one of these names, in the caller's transaction. Returns
 * those companies.
 */
export async function deleteCompanyWords(
  tx: Tx,
  organizationId: string,
  { of, names }: { of: readonly string[]; names: readonly string[] },
): Promise<string[]> {
  const companyIds: string[] = []
  for (const companyId of of) {
    const facts = await selectCompanyFacts(tx, organizationId, companyId)
    const said = facts.filter(({ source }) => OF_PAGES.includes(source)).map(({ value }) => value)
    if (said.some((value) => namesOneOf(value, names))) companyIds.push(companyId)
  }
  for (const companyId of companyIds) {
    await deleteCompanyFactsOf(tx, organizationId, { companyId, sources: OF_PAGES })
  }
  await renewCompanies(tx, organizationId, companyIds)
  return companyIds
}

/** Whether a name occurs as a word of its own: Ada in 'Ada and friends', not in 'Canada'. */
function namesOneOf(value: string, names: readonly string[]): boolean {
  const words = value.toLowerCase()
  return names.some((name) => {
    const sought = name.trim().toLowerCase()
    const escaped = sought.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`)
    return (
      sought !== '' &&
      words.includes(sought) &&
      new RegExp(String.raw`(?<![\p{L}\p{N}])${escaped}(?![\p{L}\p{N}])`, 'u').test(words)
    )
  })
}
