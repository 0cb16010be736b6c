import { findPeople } from '../accounts/find-people.ts'
import { nameOfOrganization } from '../organization/name-of-organization.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireShop, type BillingDependencies } from './billing-dependencies.ts'
import { askStripe } from './stripe-client.ts'
import { findBillingAccount, insertCustomer } from './subscription-store.ts'

/**
 * The organization's customer id at the payment provider, created on first use with the caller's address. Concurrent or
 * repeated calls make one customer: the key at the provider names the organization.
 */
export async function ensureCustomer(
  deps: BillingDependencies,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<{ customerId: string; asked: number }> {
  const { stripe } = requireShop(deps)
  const scope = organizationScope(organizationId)
  const found = await deps.db.transaction(scope, async (tx) => ({
    account: await findBillingAccount(tx, organizationId),
    name: await nameOfOrganization(tx, organizationId),
    person: (await findPeople(tx, [userId])).get(userId),
  }))
  const { customerId } = found.account ?? {}
  if (customerId) return { customerId, asked: found.account?.asked ?? 0 }
  const { name, person } = found
  const made = await askStripe(() =>
    stripe.customers.create(
      { name, ...(person && { email: person.email }), metadata: { organization_id: organizationId } },
      { idempotencyKey: `${organizationId}:customer` },
    ),
  )
  return deps.db.transaction(scope, async (tx) => {
    await insertCustomer(tx, organizationId, made.id)
    const kept = await findBillingAccount(tx, organizationId)
    return { customerId: kept?.customerId ?? made.id, asked: kept?.asked ?? 0 }
  })
}
