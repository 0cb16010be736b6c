import { createBilling } from '@leadlight/server/core/billing/billing-dependencies'
import { syncSubscription } from '@leadlight/server/core/billing/sync-subscription'
import type { Made, Recipe, Recipes } from './recipe.ts'

/** A plan the organization is not on. An organization on a plan made for it alone moves to a standard one first. */
async function otherPlan({ site: { stage, organizationId } }: Made): Promise<{ plan_id: string }> {
  const { account } = stage.stripe
  const own = [...account.customers.values()].find(({ metadata }) => metadata.organization_id === organizationId)
  const item = [...account.subscriptions.values()].find(({ customer }) => customer === own?.id)?.items.data[0]
  if (item?.price.id.startsWith('price_double')) {
    item.price = account.price('price_starter')
    await syncSubscription(createBilling(stage.app.dependencies), organizationId)
  }
  return { plan_id: item?.price.id === 'price_team' ? 'starter' : 'team' }
}

function byId(name: string, object: 'project' | 'signal' | 'person'): Recipe {
  return {
    positions: { [`query.${name}`]: object },
    missing: { [`query.${name}`]: 200 },
    send: ({ ids }) => ({ query: { [name]: ids[`query.${name}`] ?? '' } }),
  }
}

const filteredById = [byId('project_id', 'project'), byId('signal_id', 'signal'), byId('account_id', 'person')]

/** Calls about plans, credits and payments, in an organization that has a plan. */
export const BILLING_RECIPES: Recipes = {
  listSubscriptionPlans: [
    {},
    {
      positions: { 'query.organization_id': 'organization' },
      answers: { outsider: 404 },
      send: ({ ids }) => ({ query: { organization_id: ids['query.organization_id'] ?? '' } }),
    },
  ],
  updateSubscription: { send: async (made) => ({ body: await otherPlan(made) }) },
  previewSubscription: { send: async (made) => ({ body: await otherPlan(made) }) },
  cancelSubscription: {},
  resumeSubscription: {},
  refreshSubscription: {},
  updatePaymentMethod: {},
  getBillingSummary: {},
  createCustomSubscription: {
    positions: { 'params.id': 'reachedProject' },
    send: () => ({ body: { name: 'Made for you', price: 100, currency: 'usd', monthly_credits: 10 } }),
  },
  listLedger: [{}, ...filteredById],
  exportLedger: [{}, ...filteredById],
  getUsage: {},
  receiveStripeEvent: {
    send: ({ site, fresh }) => {
      const event = { id: `evt_${fresh}`, object: 'event', type: 'customer.created', data: { object: {} } }
      return { body: event, headers: site.stage.stripe.sign(event).headers }
    },
  },
}
