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
 * Lets go of who wrote leads whose posts were deleted at their source, in the caller's transaction. An account that no post is
 * left of goes with all that is known of it and with its address wherever it stands, and so do a person without an account and a company without people. Leads that
 * stand elsewhere by now (`moved`) are whoever's it is there.
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
  // Held first: whose they are stays so from here on.
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
