import { MailWarning, X } from 'lucide-react'
import { useState } from 'react'
import { requestVerifyToken } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { useCurrentUser } from '../../lib/current-user.ts'
import { useInstance } from '../../lib/instance.ts'
import { FOUND_IN_OUTBOX } from '../../lib/outbox.ts'
import { messageOf } from '../../lib/request-error.ts'
import { readStored, STORED, writeStored } from '../../lib/storage.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'

const POLL_MS = 15_000

/** Said whether or not anything waits: who has not proved an address learns nothing of what others send there. */
const WAITS = 'Invites and projects offered to it show once you have.'

/** A notice for users with an unverified email address, until it is verified or dismissed for this session. */
export function UnverifiedNotice() {
  // The link is mostly opened elsewhere.
  const { data: user } = useCurrentUser({ refreshInterval: (latest) => (latest?.is_verified === false ? POLL_MS : 0) })
  const [dismissedBy, setDismissedBy] = useState(() => readStored(STORED.unverifiedDismissedBy, 'tab'))
  const isMailed = useInstance()?.mail !== false
  const [state, setState] = useState<'idle' | 'busy' | 'sent' | { error: string }>('idle')
  if (!user || user.is_verified || user.impersonated_by || dismissedBy === user.id) return null
  const { id, email } = user
  async function sendAgain() {
    setState('busy')
    const error = await call(requestVerifyToken, { body: { email } }).then(() => null, messageOf)
    setState(error === null ? 'sent' : { error })
  }
  function dismiss() {
    writeStored(STORED.unverifiedDismissedBy, id, 'tab')
    setDismissedBy(id)
  }
  return (
    <aside
      aria-label="Your email is not verified"
      className="grid shrink-0 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2.5 border-b bg-accent-soft py-1 pr-2 pl-4 text-s sm:flex sm:pl-8.5"
    >
      <MailWarning aria-hidden="true" className="size-4 shrink-0 text-accent" />
      <output className="min-w-0 flex-1 wrap-anywhere max-sm:pt-2 max-sm:pb-1">
        <Words email={email} isMailed={isMailed} isSent={state === 'sent'} />
        {typeof state === 'object' && ` ${state.error}`}
      </output>
      {state !== 'sent' && (
        <Button
          variant="quiet"
          size="s"
          busy={state === 'busy'}
          onClick={() => void sendAgain()}
          className="max-sm:order-last max-sm:col-start-2 max-sm:-ml-2 max-sm:justify-self-start"
        >
          {isMailed ? 'Send again' : 'Make a new link'}
        </Button>
      )}
      <IconButton label="Hide until next time" size="s" onClick={dismiss}>
        <X aria-hidden="true" />
      </IconButton>
    </aside>
  )
}

/** Where the link is: in the mail, or, on an installation without a mail server, with whoever runs it. */
function Words({ email, isMailed, isSent }: { email: string; isMailed: boolean; isSent: boolean }) {
  if (!isMailed) {
    return isSent
      ? `A new link for ${email} is ready. Ask the person who runs Leadlight for it. ${FOUND_IN_OUTBOX}`
      : `Verify ${email}. ${WAITS} No mail is sent here, so ask the person who runs Leadlight for the link. ${FOUND_IN_OUTBOX}`
  }
  return isSent
    ? `A new link is on its way to ${email}.`
    : `Verify ${email} by the link that was mailed there. ${WAITS}`
}
