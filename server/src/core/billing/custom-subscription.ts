import type { Subscription as Presented } from '@leadlight/contract/organization'
import type { Millicredits } from '@leadlight/domain/credits'
import { listRoles } from '../members/memberships.ts'
import { requirePermission, type Actor } from '../../platform/actor.ts'
import { nameTarget } from '../../platform/changes.ts'
import { AppError, invalidPart } from '../../platform/errors.ts'
import { operatorScope, organizationScope } from '../../platform/scopes.ts'
import { findOwner } from '../projects/name-projects.ts'
import { isAdmin } from '@leadlight/domain/roles'
import { requireShop, type BillingDependencies } from './billing-dependencies.ts'
import { changeTo } from './choose-plan.ts'
import { ensureCustomer } from './ensure-customer.ts'
import { presentSubscription } from './present-subscription.ts'
import { askStripe, submitToStripe } from './stripe-client.ts'
import { MONTHLY_CREDITS } from './stripe-state.ts'
import { syncSubscription } from './sync-subscription.ts'

const DAYS_TO_PAY = 30
const PEOPLE_MAX = 1000

export interface CustomPlan {
  projectId: string
  name: string
  price: number
  currency: string
  monthlyCredits: Millicredits
  key: string | undefined
}

/**
 * Puts the organization that has the project on a plan made for it. An existing subscription is changed; a new one is
 * paid by invoice and brings credits once the first is paid. For super admins of any organization.
 */
export async function createCustomSubscription(
  deps: BillingDependencies,
  actor: Actor,
  plan: CustomPlan,
): Promise<Presented | null> {
  requirePermission(actor, 'installation.operate')
  const organizationId = await deps.db.transaction(operatorScope(), (tx) => findOwner(tx, plan.projectId))
  if (organizationId === undefined) throw new AppError('not_found', 'project_not_found', 'There is no such project.')
  const { stripe } = requireShop(deps)
  const { customerId } = await ensureCustomer(deps, { organizationId, userId: await firstAdmin(deps, organizationId) })
  const key = `${organizationId}:custom:${plan.key ?? deps.newId()}`
  const current = await syncSubscription(deps, organizationId)
  if (current && current.currency !== plan.currency) throw paysOtherwise(current.currency)
  const price = await submitToStripe(() =>
    stripe.prices.create(
      {
        currency: plan.currency,
        unit_amount: plan.price,
        recurring: { interval: 'month' },
        nickname: plan.name,
        product_data: { name: plan.name },
        metadata: { [MONTHLY_CREDITS]: String(plan.monthlyCredits), organization_id: organizationId },
      },
      { idempotencyKey: `${key}:price` },
    ),
  )
  const options = { idempotencyKey: `${key}:subscription` }
  await askStripe(async () => {
    if (current) {
      const change = changeTo(current, { priceId: price.id, price: plan.price }, undefined)
      await stripe.subscriptions.update(current.subscriptionId, change, options)
      return
    }
    const items = [{ price: price.id }]
    const invoiced = { collection_method: 'send_invoice' as const, days_until_due: DAYS_TO_PAY }
    const metadata = { organization_id: organizationId }
    await stripe.subscriptions.create({ customer: customerId, items, ...invoiced, metadata }, options)
  })
  nameTarget({ organization_id: organizationId })
  const after = await syncSubscription(deps, organizationId)
  return after && presentSubscription(after)
}

function paysOtherwise(currency: string): AppError {
  const detail = `The organization pays in ${currency.toUpperCase()}, and a subscription keeps its currency.`
  return invalidPart('body.currency', 'plan_refused', detail)
}

/** Whose address is on the invoices. */
function firstAdmin({ db }: BillingDependencies, organizationId: string): Promise<string> {
  return db.transaction(organizationScope(organizationId), async (tx) => {
    const roles = await listRoles(tx, organizationId, PEOPLE_MAX)
    const admin = [...roles].find(([, role]) => isAdmin(role))?.[0]
    if (admin === undefined) throw new Error(`The organization ${organizationId} has no admin.`)
    return admin
  })
}
