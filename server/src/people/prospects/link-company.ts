import type { Tx } from '../../platform/db.ts'
import { deleteMemberBy, lockCompany, putMember, selectNameByTeam } from './company-store.ts'
import { deleteFact, findOwner, putFact, statesCompany } from './fact-store.ts'
import { followStated } from './note-facts.ts'
import type { NotingContext } from './note-authors.ts'
import { lockPeople, selectPeopleOf } from './person-store.ts'
import { renewCompanies, renewPeople } from './renew-people.ts'

interface Link {
  profileId: string
  companyId: string
}

/**
 * Puts an account's owner into a company on the team's word, in the caller's transaction; later profiles do not undo
 * that. Returns whether both exist.
 */
export async function linkCompany(tx: Tx, context: NotingContext, { profileId, companyId }: Link): Promise<boolean> {
  const { organizationId, now } = context
  const people = await holdBoth(tx, context, { profileId, companyId })
  if (!people) return false
  const member = { companyId, profileId, source: 'team', sourceUrl: null, seenAt: now }
  await putMember(tx, organizationId, member)
  await restate(tx, context, profileId)
  await renewPeople(tx, organizationId, people)
  return true
}

/** Removes the team's word, so that only profiles count again. */
export async function unlinkCompany(tx: Tx, context: NotingContext, { profileId, companyId }: Link): Promise<void> {
  const { organizationId } = context
  const people = await holdBoth(tx, context, { profileId, companyId })
  if (!people) return
  await deleteMemberBy(tx, organizationId, { profileId, companyId, source: 'team' })
  await restate(tx, context, profileId)
  // The profile itself may name the company by now.
  await followStated(tx, context, profileId)
  await renewPeople(tx, organizationId, people)
  await renewCompanies(tx, organizationId, [companyId])
}

/** Locks the account, its person and the company, in the order everybody does. Returns the person. */
async function holdBoth(
  tx: Tx,
  context: NotingContext,
  { profileId, companyId }: Link,
): Promise<readonly string[] | undefined> {
  if (!(await findOwner(tx, context, profileId))) return undefined
  const people = await selectPeopleOf(tx, context.organizationId, [profileId])
  await lockPeople(tx, context.organizationId, people)
  return (await lockCompany(tx, context, companyId)) ? people : undefined
}

/** If nobody else states a company for the account's owner, lists and filters use the one that the team named last. */
async function restate(tx: Tx, { organizationId, now }: NotingContext, profileId: string): Promise<void> {
  const fact = { profileId, field: 'company_name', source: 'team', sourceUrl: null, seenAt: now } as const
  const isStated = await statesCompany(tx, organizationId, profileId)
  const value = isStated ? undefined : await selectNameByTeam(tx, organizationId, profileId)
  if (value === undefined) await deleteFact(tx, organizationId, fact)
  else await putFact(tx, organizationId, { ...fact, value })
}
