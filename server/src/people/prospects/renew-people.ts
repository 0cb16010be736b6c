import type { Tx } from '../../platform/db.ts'
import { pipelineStatements } from '../../platform/pipeline-statements.ts'
import { deleteWithoutMembers, lockCompanies, renewCompanyRows } from './company-store.ts'
import type { Writer } from './note-authors.ts'
import { lockPeople, renewPersonRows, selectCompaniesOf, selectPeopleOf } from './person-store.ts'

/**
 * Derives the visible rows of people and their companies after their accounts, facts or posts changed. The same
 * accounts and facts always give the same row, to the byte.
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
 * The same for the authors of new leads. Their accounts may have changed owner since they were noted: the owners once
 * everybody is locked count.
 */
export async function renewAuthors(tx: Tx, organizationId: string, writers: readonly Writer[]): Promise<void> {
  if (writers.length === 0) return
  const profileIds = [...new Set(writers.map(({ profileId }) => profileId))]
  let owners = [...new Set(writers.map(({ personId }) => personId))]
  for (;;) {
    const held = new Set(owners)
    // Derived at once: nearly always these are still the owners, and otherwise it changes nothing of theirs.
    const [, now] = await pipelineStatements([
      lockPeople(tx, organizationId, owners),
      selectPeopleOf(tx, organizationId, profileIds),
      renewPeople(tx, organizationId, owners),
    ])
    if (now.every((id) => held.has(id))) return
    owners = now
  }
}

/** The same for companies; one that has nobody left is deleted. */
export async function renewCompanies(tx: Tx, organizationId: string, companyIds: readonly string[]): Promise<void> {
  if (companyIds.length === 0) return
  await lockCompanies(tx, organizationId, companyIds)
  await deleteWithoutMembers(tx, organizationId, companyIds)
  await renewCompanyRows(tx, organizationId, companyIds)
}
