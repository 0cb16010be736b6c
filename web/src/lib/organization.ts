import type { Organization, OrganizationCredits, Subscription } from '@leadlight/contract/organization'
import { subscriptionStatus, upgradeNeed } from '@leadlight/domain/plans'
import type { UpgradeNeed } from '@leadlight/domain/plans'
import useSWR from 'swr'
import { getCredits, getOrganization, getSubscription } from 'virtual:calls'
import { call } from './api.ts'
import { useCurrentUser, useMembersKey } from './current-user.ts'
import { keys } from './keys.ts'
import { logAndRethrow } from './log-and-rethrow.ts'
import { readLater } from './read-later.ts'
import { hasStatus } from './request-error.ts'

/** The organization; null if the current user has none. */
export function useOrganization() {
  const { data: user, error, isValidating, mutate } = useCurrentUser()
  const found = useSWR<Organization | null, unknown>(useMembersKey(keys.organization), findOrganization)
  if (user?.organization_membership) return found
  return { data: user && null, error, isValidating, mutate }
}

/** The subscription; null if there is none. A failed load is logged and shows no message. */
export function useSubscription() {
  return useSWR<Subscription | null, unknown>(useMembersKey(keys.subscription), () =>
    logAndRethrow('The subscription could not be loaded', call(getSubscription, {})),
  )
}

/** The credit balance. A failed load is logged and shows no message. */
export function useCredits() {
  return useSWR<OrganizationCredits, unknown>(useMembersKey(keys.credits), () =>
    logAndRethrow(
      'The credits could not be loaded',
      readLater(() => call(getCredits, {})),
    ),
  )
}

/**
 * Whether a plan must be chosen before searching. If the subscription or the balance could not be read, this is unknown
 * and `retry` reads both again.
 */
export function useUpgradeNeed(): { need: UpgradeNeed; retry: () => void; retrying: boolean } {
  const subscription = useSubscription()
  const credits = useCredits()
  return {
    need: upgradeNeed(subscriptionStatus(subscription), credits),
    retry: () => void Promise.all([subscription.mutate(), credits.mutate()]),
    retrying: subscription.isValidating || credits.isValidating,
  }
}

async function findOrganization(): Promise<Organization | null> {
  try {
    return await call(getOrganization, {})
  } catch (error) {
    if (hasStatus(error, 404)) return null
    throw error
  }
}
