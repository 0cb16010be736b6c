import type { User } from '@leadlight/contract/accounts'
import { useEffect, useRef } from 'react'
import { useSWRConfig } from 'swr'
import { onMembershipDoubted } from '../lib/api.ts'
import { useCurrentUser } from '../lib/current-user.ts'
import { keys } from '../lib/keys.ts'
import { logWarning } from '../lib/log.ts'
import { ROLE_WORDS } from '../lib/members.ts'
import { useOrganization } from '../lib/organization.ts'
import { showToast } from '../ui/toast.tsx'

/**
 * Refetches the user when a call is refused for their role: it may have changed, or the membership ended, while the
 * page was open. A change shows a toast, and the page follows.
 */
export function useOwnMembership(): void {
  const { mutate } = useSWRConfig()
  const { data: user, mutate: refetchUser } = useCurrentUser()
  const { data: organization } = useOrganization()
  const latest = useRef<{ user: User | undefined; organization: string }>({ user: undefined, organization: '' })
  useEffect(
    () =>
      onMembershipDoubted(() => {
        refetchUser().catch((cause: unknown) => logWarning('Who one is could not be asked anew', cause))
      }),
    [refetchUser],
  )
  useEffect(() => {
    if (organization) latest.current.organization = organization.name
  }, [organization])
  useEffect(() => {
    const before = latest.current.user
    latest.current.user = user
    if (!user || before?.id !== user.id) return
    const change = changeOf(before, user, latest.current.organization)
    if (!change) return
    showToast({ kind: 'info', message: change })
    // Answers from the former organization must not show in the next one.
    if (user.organization_membership) void mutate(keys.projects)
    else void mutate(isNotOwnUser, undefined, { revalidate: false })
  }, [user, mutate])
}

function isNotOwnUser(key: unknown): boolean {
  return !(Array.isArray(key) && key[0] === keys.me[0])
}

/** What to say about a role change by somebody else; null if there is none. */
function changeOf(before: User, now: User, organization: string): string | null {
  const [was, is] = [before.organization_membership, now.organization_membership]
  if (was && !is) return `You are no longer in ${organization || 'the organization'}.`
  return was && is && was.role !== is.role ? `Your role is now ${ROLE_WORDS[is.role]}.` : null
}
