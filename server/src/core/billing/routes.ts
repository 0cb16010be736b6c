import * as billing from '@leadlight/contract/billing'
import * as organization from '@leadlight/contract/organization'
import { toCredits, toMillicredits } from '@leadlight/domain/credits'
import { serve, servePublic, serveResponse, serveSignedIn, type App } from '../../platform/http.ts'
import { once } from '../../platform/once.ts'
import { AppError } from '../../platform/errors.ts'
import type { BillingDependencies } from './billing-dependencies.ts'
import { choosePlan, previewPlan } from './choose-plan.ts'
import { createCustomSubscription } from './custom-subscription.ts'
import { cancelSubscription, resumeSubscription } from './end-subscription.ts'
import type { EntryFilter } from './entry-store.ts'
import { getBillingSummary, updatePaymentMethod } from './get-billing-summary.ts'
import { getCredits, getSubscription } from './get-subscription.ts'
import { getUsage } from './get-usage.ts'
import { exportLedger, listLedger } from './list-ledger.ts'
import { receiveEvent } from './receive-event.ts'
import { refreshSubscription } from './refresh-subscription.ts'

export function billingRoutes(app: App, deps: BillingDependencies): void {
  serve(app, organization.getCredits, ({ actor }) => getCredits(deps, actor))
  serve(app, organization.getSubscription, ({ actor }) => getSubscription(deps, actor))
  subscriptionRoutes(app, deps)
  ledgerRoutes(app, deps)
  servePublic(app, billing.receiveStripeEvent, async ({ bodyText: payload, header }) => {
    await receiveEvent(deps, { payload, signature: header('stripe-signature') })
    return { received: true as const }
  })
}

function subscriptionRoutes(app: App, deps: BillingDependencies): void {
  serveSignedIn(app, billing.listSubscriptionPlans, ({ caller, query: { organization_id: asked } }) => {
    if (asked !== undefined && asked !== caller.membership?.organizationId) {
      throw new AppError('not_found', 'organization_not_found', 'Organization not found')
    }
    return Promise.resolve(
      (deps.shop?.plans ?? []).map(({ id, name, price, currency, monthlyCredits }) => {
        return { id, name, price, currency, monthly_credits: toCredits(monthlyCredits) }
      }),
    )
  })
  serve(app, billing.updateSubscription, ({ actor, body, idempotencyKey: key }) => {
    const { plan_id: planId, proration_at: at } = body
    const asked = ['updateSubscription', planId, at ?? null]
    return once(deps, actor, { key, projectId: null, asked, shape: billing.SubscriptionChange }, () =>
      choosePlan(deps, actor, { planId, prorationAt: at === undefined ? undefined : new Date(at), key }),
    )
  })
  serve(app, billing.previewSubscription, ({ actor, body }) => previewPlan(deps, actor, body.plan_id))
  serve(app, billing.cancelSubscription, ({ actor }) => cancelSubscription(deps, actor))
  serve(app, billing.resumeSubscription, ({ actor }) => resumeSubscription(deps, actor))
  serve(app, billing.refreshSubscription, ({ actor }) => refreshSubscription(deps, actor))
  serve(app, billing.updatePaymentMethod, ({ actor }) => updatePaymentMethod(deps, actor))
  serve(app, billing.getBillingSummary, ({ actor }) => getBillingSummary(deps, actor))
  serve(app, billing.createCustomSubscription, ({ actor, params, body, idempotencyKey: key }) => {
    const { name, price, currency } = body
    const monthlyCredits = toMillicredits(body.monthly_credits)
    return createCustomSubscription(deps, actor, { projectId: params.id, name, price, currency, monthlyCredits, key })
  })
}

function ledgerRoutes(app: App, deps: BillingDependencies): void {
  serve(app, billing.listLedger, async ({ actor, query: { limit, cursor, ...filter } }) => {
    const page = await listLedger(deps, actor, { filter: toFilter(filter), limit, cursor })
    const { entries: items, total, totalCapped: total_capped, nextCursor: next_cursor } = page
    return { items, total, total_capped, next_cursor }
  })
  serveResponse(app, billing.exportLedger, ({ actor, query }) => {
    const day = deps.clock.now().toISOString().slice(0, 10)
    const headers = {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="Credits ${day}.csv"`,
      'cache-control': 'no-store',
    }
    return Promise.resolve(new Response(ReadableStream.from(exportLedger(deps, actor, toFilter(query))), { headers }))
  })
  serve(app, billing.getUsage, ({ actor, query }) => getUsage(deps, actor, query.days))
}

interface SentFilter {
  kind?: EntryFilter['kinds']
  work?: EntryFilter['works']
  project_id?: string | undefined
  signal_id?: string | undefined
  account_id?: string | undefined
  date_from?: string | undefined
  date_to?: string | undefined
}

function toFilter(sent: SentFilter): EntryFilter {
  return {
    kinds: sent.kind,
    works: sent.work,
    projectId: sent.project_id,
    signalId: sent.signal_id,
    accountId: sent.account_id,
    from: instantOf(sent.date_from),
    to: instantOf(sent.date_to),
  }
}

function instantOf(instant: string | undefined): Date | undefined {
  return instant === undefined ? undefined : new Date(instant)
}
