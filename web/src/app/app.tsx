import { onSignInNeeded } from '../lib/api.ts'
import { removeOldAnswers } from '../lib/old-answers.ts'
import { readLater } from '../lib/read-later.ts'
import { RememberedContext } from '../lib/remembered.ts'
import type { Remembered } from '../lib/remembered.ts'
import { rememberReturnTo } from '../lib/return-to.ts'
import { pathOf } from '../lib/router/location.ts'
import type { Router } from '../lib/router/router.ts'
import { RouterProvider } from '../lib/router/router-provider.tsx'
import { findToken, removeDraftsOnSignOut } from '../lib/session.ts'
import { Toaster, showToast } from '../ui/toast.tsx'
import { TooltipProvider } from '../ui/tooltip.tsx'
import { ConnectionKeeper } from './connection-keeper.tsx'
import { SESSION_OVER } from './lasting-lines.tsx'
import { LoadingOverlay } from './loading-overlay.tsx'
import { createAppRouter } from './router.tsx'
import type { SignInReason } from '../lib/api.ts'

export interface AppStart {
  router: Router
  remembered: Remembered
}

/** Created once per page load: the router, and whose answers persisted in the last visit may show. */
export function startApp(): AppStart {
  removeOldAnswers(Date.now())
  removeDraftsOnSignOut()
  const router = createAppRouter()
  onSignInNeeded((reason) => redirectToSignIn(router, reason))
  return { router, remembered: { token: findToken() } }
}

/** The whole app: tooltips, the router, and toasts on top. */
export function App({ router, remembered }: AppStart) {
  return (
    <TooltipProvider>
      <ConnectionKeeper />
      <RememberedContext value={remembered}>
        <RouterProvider router={router} fallback={<LoadingOverlay label="Loading Leadlight" />} />
      </RememberedContext>
      <Toaster onceCalm={readLater} />
    </TooltipProvider>
  )
}

/** Goes to the sign-in page, which says why. A session that is over stores where to return. */
export function redirectToSignIn(router: Router, reason: SignInReason) {
  if (reason === 'unauthorized') showToast({ kind: 'error', message: 'Unauthorized' })
  const goingTo = router.state.navigation.location ?? router.state.location
  if (goingTo.pathname === '/sign-in') return
  // Without a token somebody signed out, here or in another tab: whoever signs in next may be somebody else.
  if (reason === 'unauthorized') rememberReturnTo(pathOf(goingTo))
  void router.navigate('/sign-in', { replace: true, ...(reason === 'unauthorized' && { state: SESSION_OVER }) })
}
