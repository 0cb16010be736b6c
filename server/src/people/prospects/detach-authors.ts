import type { Tx } from '../../platform/db.ts'
import { setAuthors } from '../../workspace/leads/set-authors.ts'
import { dropCompanyAddresses, selectSilentAddresses } from './fact-store.ts'
import { askForPeople } from './people-to-find.ts'
import {
  deleteSilentProfiles,
  deleteWithoutAccount,
  lockProfiles,
  selectCompaniesOf,
  selectPeopleOf,
  selectProfilesOfLeads,
} from './person-store.ts'
import { renewCompanies, renewPeople } from './renew-people.ts'

/**
 * Detaches the authors of leads whose posts were deleted at their source, in the caller's transaction. An account with
 * no post left goes with everything known of it, and so do a person without accounts and a company without people.
 * Leads that moved to another copy (`moved`) get that copy's author.
 */
export async function detachAuthors(
  tx: Tx,
  organizationId: string,
  { leadIds, moved }: { leadIds: readonly string[]; moved: ReadonlySet<string> },
): Promise<void> {
  const profileIds = await selectProfilesOfLeads(tx, organizationId, leadIds)
  await setAuthors(
    tx,
    organizationId,
    leadIds.map((leadId) => ({ leadId, profileId: null })),
  )
  if (moved.size > 0) await askForPeople(tx, organizationId, [...moved])
  if (profileIds.length === 0) return
  // Locked first, so that their owners stay the same from here on.
  await lockProfiles(tx, organizationId, profileIds)
  const personIds = await selectPeopleOf(tx, organizationId, profileIds)
  const companyIds = await selectCompaniesOf(tx, organizationId, personIds)
  const addresses = await selectSilentAddresses(tx, organizationId, profileIds)
  await deleteSilentProfiles(tx, organizationId, profileIds)
  await deleteWithoutAccount(tx, organizationId, personIds)
  await dropCompanyAddresses(tx, organizationId, { companyIds, addresses })
  await renewPeople(tx, organizationId, personIds)
  await renewCompanies(tx, organizationId, companyIds)
}
