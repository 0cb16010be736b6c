import type { Privacy } from '@leadlight/contract/privacy'
import { findPrivacyContact, setPrivacyContact } from '../../core/members/organizations.ts'
import { requirePermission, type Actor } from '../../platform/actor.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { describeKept } from './describe-kept.ts'
import type { PrivacyDependencies } from './privacy-dependencies.ts'

type SettingDependencies = Pick<PrivacyDependencies, 'db' | 'retentionDays'>

/** Whom people may write to about what is held of them, and how long what is kept. */
export async function getPrivacy({ db, retentionDays }: SettingDependencies, actor: Actor): Promise<Privacy> {
  const { organizationId } = actor
  const contact = await db.transaction(organizationScope(organizationId), (tx) =>
    findPrivacyContact(tx, organizationId),
  )
  return { contact, kept: describeKept(retentionDays) }
}

/** Says whom people may write to; links that were sent before show it too. */
export async function updatePrivacy(
  deps: SettingDependencies,
  actor: Actor,
  { contact }: { contact: string | null },
): Promise<Privacy> {
  requirePermission(actor, 'organization.manage')
  const { organizationId } = actor
  await deps.db.transaction(organizationScope(organizationId), (tx) => setPrivacyContact(tx, organizationId, contact))
  return getPrivacy(deps, actor)
}
