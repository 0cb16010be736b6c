import { useEffect, useRef } from 'react'
import { useSWRConfig } from 'swr'
import type { User } from '@leadlight/contract/accounts'
import { onStandingDoubted } from '../lib/api.ts'
import { useCurrentUser } from '../lib/current-user.ts'
import { keys } from '../lib/keys.ts'
import { ROLE_WORDS } from '../lib/members.ts'
import { useOrganization } from '../lib/organization.ts'
import { showToast } from '../ui/toast.tsx'

/**
 * Asks anew who one is when a call is refused for it: somebody may have changed the role, or ended the membership, while the page was
 * open. What has changed is said, and what the page offers follows.
 */
export function useOwnStanding(): void {
  const { mutate } = useSWRConfig()
  const user = useCurrentUser()
  const { data: organization } = useOrganization()
  const latest = useRef({ user, organization })
  useEffect(() => {
    latest.current = { user, organization }
  })
  useEffect(() => {
    let asking = false
    async function lookAgain() {
      const { user: known, organization: left } = latest.current
      if (asking || !known.data) return
      asking = true
      try {
        const now = await known.mutate()
        const change = now && changeOf(known.data, now, left?.name ?? 'the organization')
        if (!change) return
        showToast({ kind: 'info', message: change })
        // What was read in an organization that is left must not show in the next one.
        if (now.organization_membership) await mutate(keys.projects)
        else await mutate(isOfOrganization, undefined, { revalidate: false })
      } catch {
        // Who one is stays as it was known; the call that was refused has been answered for itself.
      } finally {
        asking = false
      }
    }
    return onStandingDoubted(() => void lookAgain())
  }, [mutate])
}

function isOfOrganization(key: unknown): boolean {
  return !(Array.isArray(key) && key[0] === keys.me[0])
}

/** What to say of a change of standing; null where there is none. */
function changeOf(before: User, now: User, organization: string): string | null {
  const [was, is] = [before.organization_membership, now.organization_membership]
  if (was && !is) return `You are no longer in ${organization}.`
  return was && is && was.role !== is.role ? `Your role is now ${ROLE_WORDS[is.role]}.` : null
}
