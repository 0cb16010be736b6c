import { Eye } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from '../../lib/router/use-router.ts'
import { displayName, useCurrentUser } from '../../lib/current-user.ts'
import { Button } from '../../ui/button.tsx'
import { stopSeeingAs } from './impersonation.ts'

/** Names the impersonated user, with a way out. Renders nothing in one's own session. */
export function ImpersonationBar() {
  const { data: user } = useCurrentUser()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  if (!user?.impersonated_by) return null
  async function leave() {
    setBusy(true)
    const isBack = await stopSeeingAs()
    await navigate(isBack ? '/' : '/sign-in')
  }
  return (
    <aside
      aria-label="Seeing as another user"
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 bg-accent px-4 py-1.5 text-on-accent"
    >
      <Eye aria-hidden="true" className="size-4 shrink-0" />
      <p className="min-w-0 flex-1 basis-60 wrap-anywhere">
        You see Leadlight as <strong>{displayName(user)}</strong> ({user.email}). You are {user.impersonated_by}; what
        you do is written down.
      </p>
      <Button size="s" busy={busy} onClick={() => void leave()}>
        Back to my account
      </Button>
    </aside>
  )
}
