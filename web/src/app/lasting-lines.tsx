import { useState } from 'react'
import { useLocation } from '../lib/router/use-router.ts'
import { askServer } from '../lib/api.ts'
import { useServerAway } from '../lib/server-state.ts'
import { useStorageRefused } from '../lib/storage.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

const LINE = 'rounded-none border-b'

/** Set on the way to the sign-in page by a session that has ended. */
export const SESSION_OVER = { isSessionOver: true }

/**
 * What is wrong with the connection, the session or this browser's storage: each a line at the top for as long as it
 * lasts. They are never loaded on demand, since the server may be away.
 */
export function LastingLines() {
  return (
    <div aria-live="polite" className="shrink-0">
      <ServerLine />
      <SessionLine />
      <StorageLine />
    </div>
  )
}

function ServerLine() {
  const [busy, setBusy] = useState(false)
  if (!useServerAway()) return null
  async function ask() {
    setBusy(true)
    await askServer()
    setBusy(false)
  }
  return (
    <Notice
      tone="warning"
      className={LINE}
      action={
        <Button size="s" busy={busy} onClick={() => void ask()}>
          Try now
        </Button>
      }
    >
      The server cannot be reached. What you see may be out of date, and nothing can be saved. It is tried again by
      itself.
    </Notice>
  )
}

function SessionLine() {
  const state: unknown = useLocation().state
  if (typeof state !== 'object' || state === null || !('isSessionOver' in state)) return null
  return (
    <Notice tone="warning" className={LINE}>
      Your session is over. Sign in to go on where you were.
    </Notice>
  )
}

function StorageLine() {
  if (!useStorageRefused()) return null
  return (
    <Notice tone="warning" className={LINE}>
      This browser’s storage is full or forbidden. What you save is safe on the server, but texts not saved yet and the
      look of your lists do not outlast a reload.
    </Notice>
  )
}
