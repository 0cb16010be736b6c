import type { Invite } from '@leadlight/contract/team'
import { useState } from 'react'
import useSWR, { useSWRConfig } from 'swr'
import { acceptInvite, listInvitesAddressedToMe, rejectInvite } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { useCurrentUser } from '../../lib/current-user.ts'
import { formatDate } from '../../lib/format.ts'
import { keys } from '../../lib/keys.ts'
import { ROLE_WORDS } from '../../lib/members.ts'
import { messageOf } from '../../lib/request-error.ts'
import { useResetOrganization } from '../../lib/use-reset-organization.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.tsx'

interface InvitesToMeProps {
  /** For screens that joining does not change by itself. */
  onJoined?: () => void
}

/** The user's pending invites, by their verified address. Renders nothing without any. */
export function InvitesToMe({ onJoined }: InvitesToMeProps) {
  const { data: user } = useCurrentUser()
  const { data: invites = [] } = useSWR<Invite[], unknown>(user?.is_verified ? keys.invitesToMe : null, () =>
    call(listInvitesAddressedToMe, {}),
  )
  if (invites.length === 0) return null
  return (
    <section
      aria-labelledby="invites-to-me"
      className="grid w-full max-w-104 gap-3 rounded-card border bg-surface p-6 sm:p-7"
    >
      <h2 id="invites-to-me" className="text-l font-semibold">
        You are invited
      </h2>
      <ul className="divide-y">
        {invites.map((invite) => (
          <InviteToMe key={invite.id} invite={invite} onJoined={onJoined} />
        ))}
      </ul>
    </section>
  )
}

function InviteToMe({ invite, onJoined }: { invite: Invite; onJoined: InvitesToMeProps['onJoined'] }) {
  const { mutate } = useSWRConfig()
  const resetOrganization = useResetOrganization()
  const [busy, setBusy] = useState<'accept' | 'reject' | null>(null)
  async function answer(choice: 'accept' | 'reject') {
    setBusy(choice)
    try {
      const params = { id: invite.id }
      if (choice === 'accept') {
        await call(acceptInvite, { params })
        await resetOrganization()
        onJoined?.()
      } else {
        await call(rejectInvite, { params })
        await mutate(keys.invitesToMe)
      }
    } catch (error) {
      showToast({ kind: 'error', message: messageOf(error) })
      await mutate(keys.invitesToMe)
    } finally {
      setBusy(null)
    }
  }
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-40 leading-tight">
        <span className="font-medium wrap-anywhere">{invite.organization_name}</span>
        <p className="text-s wrap-anywhere text-ink-3">
          {ROLE_WORDS[invite.role]}
          {invite.invited_by && `, invited by ${invite.invited_by}`}, until {formatDate(invite.expires_at)}
        </p>
      </div>
      <Button
        size="s"
        busy={busy === 'reject'}
        aria-label={`Decline the invite to ${invite.organization_name}`}
        onClick={() => void answer('reject')}
      >
        Decline
      </Button>
      <Button
        size="s"
        variant="primary"
        busy={busy === 'accept'}
        aria-label={`Join ${invite.organization_name}`}
        onClick={() => void answer('accept')}
      >
        Join
      </Button>
    </li>
  )
}
