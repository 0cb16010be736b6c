import type { Guest, GuestsAccess } from '@leadlight/contract/guests'
import type { Invite } from '@leadlight/contract/team'
import { useState } from 'react'
import useSWR, { useSWRConfig } from 'swr'
import { getGuestsAccess, grantGuestAccess, withdrawGuestAccess } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { useHasCosts } from '../../lib/costs.ts'
import { displayName, useCan } from '../../lib/current-user.ts'
import { formatCount, formatDate } from '../../lib/format.ts'
import { useInvites } from '../../lib/invites.ts'
import { keys } from '../../lib/keys.ts'
import { useMembers } from '../../lib/members.ts'
import { messageOf } from '../../lib/request-error.ts'
import { Link } from '../../lib/router/link.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.tsx'
import { GuestCap } from './guest-cap.tsx'

/**
 * Which guests see the project, who is invited to, and their spending where anything costs. Renders nothing for
 * non-admins.
 */
export function GuestAccess({ projectId }: { projectId: string }) {
  const canManage = useCan('guest.manage')
  if (!canManage) return null
  return (
    <section aria-labelledby="guests" className="grid gap-4 border-t pt-6">
      <div>
        <h2 id="guests" className="text-l font-semibold">
          Guests
        </h2>
        <p className="mt-1 text-ink-2">
          A guest sees only the projects given to them. Invite one in{' '}
          <Link to="/org/team" className="link">
            Team
          </Link>
          , with the role Guest.
        </p>
      </div>
      <GuestSettings projectId={projectId} />
    </section>
  )
}

function GuestSettings({ projectId }: { projectId: string }) {
  const hasCosts = useHasCosts()
  const { data, error, mutate, isValidating } = useSWR<GuestsAccess, unknown>(keys.guestsAccess(projectId), () =>
    call(getGuestsAccess, { params: { projectId } }),
  )
  if (!data && error) {
    return (
      <ErrorState title="The guests could not be loaded" onRetry={() => void mutate()} retrying={isValidating}>
        {messageOf(error)}
      </ErrorState>
    )
  }
  if (!data) {
    return (
      <SkeletonGroup label="Loading the guests">
        <Skeleton className="h-24 w-full" />
      </SkeletonGroup>
    )
  }
  return (
    <>
      <GuestList projectId={projectId} guests={data.guests} />
      {hasCosts && <GuestCap projectId={projectId} cap={data.monthly_credit_cap} />}
    </>
  )
}

/** Grants or revokes a guest's access; both lists are updated after the server agrees. */
function useGrants(projectId: string) {
  const { mutate } = useSWRConfig()
  const [busyId, setBusyId] = useState<string | null>(null)
  async function change(userId: string, action: 'grant' | 'withdraw', done: string) {
    setBusyId(userId)
    try {
      await call(action === 'grant' ? grantGuestAccess : withdrawGuestAccess, { params: { projectId, userId } })
      await Promise.all([mutate(keys.guestsAccess(projectId)), mutate(keys.members)])
      showToast({ kind: 'success', message: done })
    } catch (error) {
      showToast({ kind: 'error', message: messageOf(error) })
    } finally {
      setBusyId(null)
    }
  }
  return { change, busyId }
}

function GuestList({ projectId, guests }: { projectId: string; guests: readonly Guest[] }) {
  const hasCosts = useHasCosts()
  const { change, busyId } = useGrants(projectId)
  const { data: invites = [] } = useInvites(true)
  const invited = invites.filter(({ role, project_ids: ids }) => role === 'GUEST' && ids.includes(projectId))
  return (
    <div className="grid gap-3">
      {guests.length + invited.length > 0 ? (
        <ul className="divide-y rounded-card border bg-surface">
          {guests.map((guest) => (
            <li key={guest.user_id} className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-3 py-2.5">
              <Avatar name={displayName(guest)} />
              <div className="min-w-0 flex-1 basis-44 leading-tight">
                <span className="font-medium wrap-anywhere">{displayName(guest)}</span>
                <p className="text-s wrap-anywhere text-ink-3">
                  Since {formatDate(guest.granted_at)}
                  {hasCosts && `, ${formatCount(guest.credits_spent_this_month, 'credit')} spent this month`}
                </p>
              </div>
              <Button
                size="s"
                variant="danger"
                busy={busyId === guest.user_id}
                aria-label={`Take away the project from ${displayName(guest)}`}
                onClick={() =>
                  void change(guest.user_id, 'withdraw', `${displayName(guest)} no longer sees this project.`)
                }
              >
                Take away
              </Button>
            </li>
          ))}
          {invited.map((invite) => (
            <InvitedGuest key={invite.id} invite={invite} />
          ))}
        </ul>
      ) : (
        <p className="rounded-card border border-dashed px-3 py-4 text-center text-ink-3">
          No guest sees this project.
        </p>
      )}
      <GiveToGuest
        except={guests}
        busy={busyId !== null}
        onGive={(id, name) => void change(id, 'grant', `${name} now sees this project.`)}
      />
    </div>
  )
}

/** Somebody who will see the project once they accept; the invite itself is answered for in Team. */
function InvitedGuest({ invite: { email, expires_at: end, is_expired: isExpired } }: { invite: Invite }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-3 py-2.5">
      <Avatar name={email} />
      <div className="min-w-0 flex-1 basis-44 leading-tight">
        <span className="font-medium break-all">{email}</span>
        <p className="text-s text-ink-3">
          {isExpired ? `Invited, expired ${formatDate(end)}` : `Invited, can accept until ${formatDate(end)}`}
        </p>
      </div>
      <Chip tone={isExpired ? 'bad' : 'neutral'}>{isExpired ? 'Expired' : 'Pending'}</Chip>
    </li>
  )
}

interface GiveToGuestProps {
  except: readonly Guest[]
  busy: boolean
  onGive: (userId: string, name: string) => void
}

/** Grants access to another guest of the organization. Renders nothing without other guests. */
function GiveToGuest({ except, busy, onGive }: GiveToGuestProps) {
  const { data: members = [] } = useMembers(true)
  const taken = new Set(except.map((guest) => guest.user_id))
  const others = members.filter((member) => member.role === 'GUEST' && !taken.has(member.user_id))
  if (others.length === 0) return null
  return (
    <Select
      label="Give the project to a guest"
      placeholder="Give the project to a guest"
      value={undefined}
      options={others.map((member) => ({ value: member.user_id, label: displayName(member), hint: member.email }))}
      disabled={busy}
      onChange={(userId) => {
        const chosen = others.find((member) => member.user_id === userId)
        if (chosen) onGive(userId, displayName(chosen))
      }}
      className="max-w-72"
    />
  )
}
