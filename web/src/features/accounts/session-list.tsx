import type { AccountSecurity } from '@leadlight/contract/own-account'
import { Monitor, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from '../../lib/router/use-router.ts'
import { endOwnSession, signOutEverywhere } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { formatCount, formatDate, formatMoment } from '../../lib/format.ts'
import { messageOf } from '../../lib/request-error.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { removeToken } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { InlineConfirm } from '../../ui/inline-confirm.tsx'
import { browserName, isHandheld } from './browser-name.ts'
import type { Handover } from './handover.ts'
import { useSecurity } from './use-security.ts'

const SHOWN_AT_FIRST = 6
const DONE: Handover = { notice: 'You are signed out everywhere.' }

type Session = AccountSecurity['sessions'][number]

/** The user's sessions, newest first, with a button to end each of the others, and one to end all. */
export function SessionList({ sessions }: { sessions: readonly Session[] }) {
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? sessions : sessions.slice(0, SHOWN_AT_FIRST)
  const hidden = sessions.length - shown.length
  return (
    <>
      <ul className="divide-y">
        {shown.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
        {hidden > 0 && (
          <Button variant="quiet" onClick={() => setIsWhole(true)}>
            Show {formatCount(hidden, 'more session')}
          </Button>
        )}
        <SignOutEverywhere />
      </div>
    </>
  )
}

function SessionRow({ session }: { session: Session }) {
  const Icon = isHandheld(session.user_agent) ? Smartphone : Monitor
  const { mutate } = useSecurity()
  const [asking, setAsking] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const name = browserName(session.user_agent)
  async function end() {
    try {
      await call(endOwnSession, { params: { id: session.id } })
      await mutate()
    } catch (failure) {
      setError(messageOf(failure))
      setAsking(false)
    }
  }
  return (
    <li className="grid gap-3 px-4 py-3 sm:px-5">
      <div className="flex flex-wrap items-center gap-x-3.5 gap-y-2">
        <Icon aria-hidden="true" className="size-4.5 shrink-0 text-ink-3" strokeWidth={1.75} />
        <div className="min-w-0 flex-1 basis-40">
          <p className="font-medium wrap-anywhere" title={session.user_agent ?? undefined}>
            {name}
          </p>
          <p className="text-s text-ink-3">
            Since {formatMoment(session.created_at)}
            {session.network !== null && <>, from the network {session.network}</>}
          </p>
          <p className="text-s text-ink-3">
            Last used {formatMoment(session.last_used_at)}; ends {formatDate(session.expires_at)} at the latest
          </p>
        </div>
        {session.is_current && <Chip tone="good">This one</Chip>}
        {!session.is_current && !asking && (
          <Button
            aria-label={`Sign out ${name}, since ${formatMoment(session.created_at)}`}
            onClick={() => setAsking(true)}
          >
            Sign out
          </Button>
        )}
      </div>
      {asking && (
        <InlineConfirm label={`Sign out ${name}?`} action="Sign it out" onConfirm={end} onKeep={() => setAsking(false)}>
          That browser has to sign in anew. Personal keys go on working.
        </InlineConfirm>
      )}
      {error && <Notice tone="bad">{error}</Notice>}
    </li>
  )
}

function SignOutEverywhere() {
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  const { busy, failure, run } = useAttempt()
  async function confirm() {
    await call(signOutEverywhere, {})
    removeToken()
    await navigate('/sign-in', { state: DONE })
  }
  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        Sign out everywhere
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Sign out everywhere?"
        description="Every session of your account ends, this one with them, and every personal key. Signing in anew takes your password."
        size="s"
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Stay signed in</Button>
            <Button variant="danger" busy={busy} onClick={() => void run(confirm)}>
              Sign out everywhere
            </Button>
          </>
        }
      >
        {failure !== null && <Notice tone="bad">{messageOf(failure)}</Notice>}
      </Dialog>
    </>
  )
}
