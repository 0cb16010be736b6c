import type { BillingSummary, SubscriptionPlan, Usage } from '@leadlight/contract/billing'
import { useCallback } from 'react'
import useSWR, { useSWRConfig } from 'swr'
import { getBillingSummary, getUsage, listSubscriptionPlans } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'

/** The plans on sale; empty if the installation includes its plan. */
export function usePlans() {
  return useSWR<SubscriptionPlan[], unknown>(keys.plans, () => call(listSubscriptionPlans, {}))
}

/** Plan, payment method, invoices and this month's usage, for admins. */
export function useBillingSummary(canManage: boolean) {
  return useSWR<BillingSummary, unknown>(canManage ? keys.billingSummary : null, () => call(getBillingSummary, {}))
}

/** Credits spent in the last `days` days. */
export function useUsage(days: number) {
  return useSWR<Usage, unknown>(keys.usage(days), () => call(getUsage, { query: { days: String(days) } }))
}

/** Refetches everything a change of plan may affect. */
export function useRefreshBilling(): () => Promise<void> {
  const { mutate } = useSWRConfig()
  return useCallback(async () => {
    await Promise.all([keys.subscription, keys.credits, keys.billingSummary].map((key) => mutate(key)))
  }, [mutate])
}
