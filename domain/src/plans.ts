export type SubscriptionStatus = 'not_subscribed' | 'canceled' | 'active'

/** The specification's §4: no subscription, one that ends with its period, or one that goes on. */
export function subscriptionStatus(subscription: { cancel_at_period_end: boolean } | null): SubscriptionStatus {
  if (!subscription) return 'not_subscribed'
  return subscription.cancel_at_period_end ? 'canceled' : 'active'
}

/** Subscribed means active or canceled. */
export function isSubscribed(status: SubscriptionStatus): boolean {
  return status !== 'not_subscribed'
}
