import { toMillicredits } from '@leadlight/domain/credits'
import type { Plan } from '@leadlight/domain/plans'
import type Stripe from 'stripe'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import type { NewId } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { Log } from '../../platform/log.ts'
import type { Outbound } from '../../platform/outbound.ts'
import type { LedgerDependencies } from './ledger.ts'
import { createStripe } from './stripe-client.ts'

/** A plan with its price at the payment provider. */
export interface OfferedPlan extends Plan {
  priceId: string
}

/** What selling plans needs. */
export interface Shop {
  stripe: Stripe
  webhookSecret: string
  plans: readonly OfferedPlan[]
}

export interface BillingDependencies {
  db: Db
  clock: Clock
  newId: NewId
  log: Log
  jobs: Jobs
  ledger: LedgerDependencies
  publicUrl: string
  /** Undefined if the installation includes its plan. */
  shop: Shop | undefined
}

interface Parts extends Pick<BillingDependencies, 'db' | 'clock' | 'newId' | 'log' | 'jobs' | 'ledger'> {
  config: Config
  outbound: Outbound
}

export function createBilling({ config, outbound, ...parts }: Parts): BillingDependencies {
  const { db, clock, newId, log, jobs, ledger } = parts
  return { db, clock, newId, log, jobs, ledger, publicUrl: config.publicUrl, shop: createShop(config, outbound) }
}

function createShop({ billing: { stripe: settings } }: Config, outbound: Outbound): Shop | undefined {
  if (!settings) return undefined
  const plans = settings.plans.map(({ id, name, price, currency, monthly_credits, stripe_price: priceId }) => {
    return { id, name, price, currency, monthlyCredits: toMillicredits(monthly_credits), priceId }
  })
  return { stripe: createStripe(settings, outbound.operator), webhookSecret: settings.webhookSecret, plans }
}

export function requireShop({ shop }: { shop: Shop | undefined }): Shop {
  if (shop) return shop
  const detail = 'This installation includes its plan, so there is nothing to buy or to cancel.'
  throw new AppError('conflict', 'billing_included', detail)
}
