import { useEffect, useState } from 'react'
import { useBlocker } from '../../lib/router/use-blocker.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

interface UnsavedGuardProps {
  isChanged: boolean
  /** Returns whether the save succeeded. */
  onSave: () => Promise<boolean>
}

/** Asks before unsaved changes are lost: with our dialog inside the app, with the browser's for the tab. */
export function UnsavedGuard({ isChanged, onSave }: UnsavedGuardProps) {
  const [busy, setBusy] = useState(false)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isChanged && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!isChanged) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isChanged])
  async function saveAndLeave() {
    setBusy(true)
    const isSaved = await onSave()
    setBusy(false)
    if (isSaved) blocker.proceed?.()
    else blocker.reset?.()
  }
  return (
    <Dialog
      open={blocker.state === 'blocked'}
      onOpenChange={() => blocker.reset?.()}
      title="Leave without saving?"
      description="What you changed on this page is not saved yet."
      size="s"
      footer={
        <>
          <Button variant="quiet" onClick={() => blocker.proceed?.()}>
            Leave without saving
          </Button>
          <Button variant="primary" busy={busy} onClick={() => void saveAndLeave()}>
            Save and leave
          </Button>
        </>
      }
    />
  )
}
