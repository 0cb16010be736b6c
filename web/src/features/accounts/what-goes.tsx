import { isAdmin } from '@leadlight/domain/roles'
import { Link } from '../../lib/router/link.tsx'
import { useCan, useCurrentUser } from '../../lib/current-user.ts'
import { useMembers } from '../../lib/members.ts'
import { useOrganization } from '../../lib/organization.ts'
import { messageOf } from '../../lib/request-error.ts'
import { Notice } from '../../ui/notice.tsx'

/**
 * What becomes of the user's organization with their account: `goes` where they are alone in it, `stays` with the
 * others, `blocks` while they are its only admin. Null without one, undefined while it is not known.
 */
export function useFate(): 'goes' | 'stays' | 'blocks' | null | undefined {
  const { data: user } = useCurrentUser()
  const { data: members } = useMembers(useCan('member.read'))
  const membership = user?.organization_membership
  if (!user || membership === null) return user && null
  if (membership?.role === 'GUEST') return 'stays'
  if (!members) return undefined
  const others = members.filter(({ user_id: id }) => id !== user.id)
  if (others.length === 0) return 'goes'
  return membership && isAdmin(membership.role) && !others.some(({ role }) => isAdmin(role)) ? 'blocks' : 'stays'
}

/** Says what goes with an account and what stays. */
export function WhatGoes({ fate }: { fate: ReturnType<typeof useFate> }) {
  const name = useOrganization().data?.name ?? 'Your organization'
  const canRead = useCan('member.read')
  const { error, mutate } = useMembers(canRead)
  return (
    <div className="grid gap-2 text-ink-2">
      <p>
        Your name, address, ways to sign in, sessions, personal keys and the feedback you sent go at once and for good,
        and so do invites and projects offered to you.
      </p>
      {fate === undefined &&
        (error === undefined ? (
          <p aria-busy="true">What becomes of {name} is being looked up.</p>
        ) : (
          <Notice tone="bad">
            What becomes of {name} could not be looked up. {messageOf(error)}{' '}
            <button type="button" className="link" onClick={() => void mutate()}>
              Try again
            </button>
          </Notice>
        ))}
      {fate === 'goes' && (
        <p>
          You are alone in {name}, so it goes too: every project with its signals, leads, people and companies. Nothing
          brings it back.
        </p>
      )}
      {fate === 'stays' && (
        <p>
          {name} stays with the others, and so does what you did there, without your name: notes, messages, statuses.
          Leads assigned to you are nobody’s again, and views that only you see go.
        </p>
      )}
      {fate === 'blocks' && (
        <Notice tone="warning">
          Your account cannot be deleted yet: others are in {name}, and you are its only admin. Make one of them an
          admin under{' '}
          <Link to="/org/team" className="link">
            Team
          </Link>{' '}
          first, or delete the organization there.
        </Notice>
      )}
    </div>
  )
}
