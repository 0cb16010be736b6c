import { RotateCw } from '../ui/first-icons.tsx'
import { useEffect, useState } from 'react'
import { useRouteError } from '../lib/router/use-router.ts'
import { askServer } from '../lib/api.ts'
import { logError } from '../lib/log.ts'
import { usePageTitle } from '../lib/page-title.ts'
import { claimReload, isModuleLoadError, releaseReload } from '../lib/reload-guard.ts'
import { messageOf } from '../lib/request-error.ts'
import { isServerAway, useServerBack } from '../lib/server-state.ts'
import { useStable } from '../lib/use-stable.ts'
import { Button } from '../ui/button.tsx'
import { SpinnerOverlay } from '../ui/spinner.tsx'

interface RouteErrorProps {
  reload?: () => void
  nowMs?: () => number
}

/**
 * Replaces a screen that failed. If a chunk cannot be loaded, mostly because of a new version, the page reloads once;
 * the second time the error shows. While the server is away a reload would lose the page, so it waits for its return.
 */
export function RouteError({ reload = reloadPage, nowMs = Date.now }: RouteErrorProps) {
  const error = useRouteError()
  const isOfModule = isModuleLoadError(error)
  const [reloads, setReloads] = useState(isOfModule)
  const now = useStable(nowMs)
  usePageTitle('Something went wrong')
  useEffect(() => {
    logError('A screen failed', error)
  }, [error])
  useEffect(() => {
    if (!reloads) return
    // Not while rendering: a render may be thrown away, and would leave a claim that nobody gives back.
    async function reloadIfThere() {
      if (claimReload(now())) {
        await askServer()
        if (!isServerAway()) return reload()
        releaseReload()
      }
      setReloads(false)
    }
    void reloadIfThere()
  }, [reloads, reload, now])
  useServerBack(() => {
    if (isOfModule && !reloads && claimReload(now())) reload()
  })
  if (reloads) return <SpinnerOverlay label="Loading the new version" />
  return (
    <div role="alert" className="grid min-h-[60dvh] place-content-center justify-items-center gap-2 p-6 text-center">
      <h1 className="text-xl font-semibold">❌ Something went wrong</h1>
      <p className="max-w-[60ch] wrap-anywhere text-ink-2">{messageOf(error)}</p>
      <Button className="mt-3" onClick={reload}>
        <RotateCw aria-hidden="true" />
        Reload
      </Button>
    </div>
  )
}

function reloadPage() {
  window.location.reload()
}
