import type { Tx } from '../../platform/db.ts'
import { pipelineStatements } from '../../platform/pipeline-statements.ts'
import { deleteWithoutMembers, lockCompanies, renewCompanyRows } from './company-store.ts'
import type { Writer } from './note-authors.ts'
import { lockPeople, renewPersonRows, selectCompaniesOf, selectPeopleOf } from './person-store.ts'

/**
 * Makes what shows of people anew after their accounts, what is known of those, or their posts have changed, and with it what
 * shows of their companies. It is made of accounts and facts alone: the same of those is the same row, to the byte, whatever
 * was there in between.
 */
export async function renewPeople(tx: Tx, organizationId: string, personIds: readonly string[]): Promise<void> {
  if (personIds.length === 0) return
  const [, , companyIds] = await pipelineStatements([
    lockPeople(tx, organizationId, personIds),
    renewPersonRows(tx, organizationId, personIds),
    selectCompaniesOf(tx, organizationId, personIds),
  ])
  await renewCompanies(tx, organizationId, companyIds)
}

/**
 * The same for whoever wrote posts that are leads now. Their accounts may have become somebody else's since they were noted:
 * whoever has them once everybody is held is made anew.
 */
export async function renewAuthors(tx: Tx, organizationId: string, writers: readonly Writer[]): Promise<void> {
  if (writers.length === 0) return
  const profileIds = [...new Set(writers.map(({ profileId }) => profileId))]
  let owners = [...new Set(writers.map(({ personId }) => personId))]
  for (;;) {
    const held = new Set(owners)
    // Made anew at once: nearly always these are the owners still, and where not it changes nothing of theirs.
    const [, now] = await pipelineStatements([
      lockPeople(tx, organizationId, owners),
      selectPeopleOf(tx, organizationId, profileIds),
      renewPeople(tx, organizationId, owners),
    ])
    if (now.every((id) => held.has(id))) return
    owners = now
  }
}

/** The same for companies; one that nobody is known of any more goes. */
export async function renewCompanies(tx: Tx, organizationId: string, companyIds: readonly string[]): Promise<void> {
  if (companyIds.length === 0) return
  await lockCompanies(tx, organizationId, companyIds)
  await deleteWithoutMembers(tx, organizationId, companyIds)
  await renewCompanyRows(tx, organizationId, companyIds)
}
