import type { Invite } from '@leadlight/contract/team'
import { useState } from 'react'
import { formatDate } from '../../lib/format.ts'
import { useInstance } from '../../lib/instance.ts'
import { useInvites } from '../../lib/invites.ts'
import { ROLE_WORDS } from '../../lib/members.ts'
import { FOUND_IN_OUTBOX } from '../../lib/outbox.ts'
import { messageOf } from '../../lib/request-error.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { showToast } from '../../ui/toast.tsx'
import { GuestProjects } from './guest-projects.tsx'
import { useInviteChanges } from './use-invites.ts'

/** Pending invites, each to be sent again, or given a new link where no mail is sent, or revoked. Renders nothing without any. */
export function PendingInvites() {
  const { data: invites, error, mutate, isValidating } = useInvites(true)
  const isMailed = useInstance()?.mail !== false
  if (!invites && error) {
    return (
      <ErrorState title="The invites could not be loaded" onRetry={() => void mutate()} retrying={isValidating}>
        {messageOf(error)}
      </ErrorState>
    )
  }
  if (!invites || invites.length === 0) return null
  return (
    <section aria-labelledby="invites" className="grid grid-cols-1 gap-2.5">
      <h2 id="invites" className="text-l font-semibold">
        Invites <span className="num font-normal text-ink-3">{invites.length}</span>
      </h2>
      {!isMailed && (
        <p className="text-ink-2">
          No mail is sent here. Ask the person who runs Leadlight for the link of an invite, and pass it on.{' '}
          {FOUND_IN_OUTBOX}
        </p>
      )}
      <ul className="divide-y rounded-card border bg-surface">
        {invites.map((invite) => (
          <InviteRow key={invite.id} invite={invite} />
        ))}
      </ul>
    </section>
  )
}

function InviteRow({ invite }: { invite: Invite }) {
  const changes = useInviteChanges()
  const again = resendWords(invite.email, useInstance()?.mail !== false)
  const [busy, setBusy] = useState<'resend' | 'cancel' | null>(null)
  async function act(action: 'resend' | 'cancel', done: string) {
    setBusy(action)
    try {
      await changes[action](invite.id)
      showToast({ kind: 'success', message: done })
    } catch (error) {
      showToast({ kind: 'error', message: messageOf(error) })
    } finally {
      setBusy(null)
    }
  }
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-2.5">
      <div className="min-w-0 flex-1 basis-60 leading-tight">
        <span className="font-medium break-all">{invite.email}</span>
        <p className="text-s wrap-anywhere text-ink-3">
          {ROLE_WORDS[invite.role]}
          {invite.invited_by && `, invited by ${invite.invited_by}`}
        </p>
        {invite.role === 'GUEST' && <GuestProjects ids={invite.project_ids} none="To no project any more" />}
      </div>
      {invite.is_expired ? (
        <Chip tone="bad">Expired {formatDate(invite.expires_at)}</Chip>
      ) : (
        <span className="text-s text-ink-3">Until {formatDate(invite.expires_at)}</span>
      )}
      <div className="flex gap-2">
        <Button
          size="s"
          busy={busy === 'resend'}
          aria-label={again.label}
          onClick={() => void act('resend', again.done)}
        >
          {again.action}
        </Button>
        <Button
          size="s"
          variant="danger"
          busy={busy === 'cancel'}
          aria-label={`Cancel the invite to ${invite.email}`}
          onClick={() => void act('cancel', `The invite to ${invite.email} is taken back.`)}
        >
          Cancel
        </Button>
      </div>
    </li>
  )
}

/** Where the new link is: in a mail, or, on an installation without a mail server, with whoever runs it. */
function resendWords(email: string, isMailed: boolean): { action: string; label: string; done: string } {
  if (!isMailed) {
    return {
      action: 'New link',
      label: `New link for the invite to ${email}`,
      done: `A new link for ${email} is ready. Ask the person who runs Leadlight for it. ${FOUND_IN_OUTBOX}`,
    }
  }
  return {
    action: 'Send again',
    label: `Send the invite to ${email} again`,
    done: `The invite to ${email} was sent again.`,
  }
}
