import { RouterProvider } from 'react-router/dom'
import { createPersistedCache } from '../lib/cache.ts'
import { onSignInNeeded } from '../lib/api.ts'
import type { SignInReason } from '../lib/api.ts'
import { findToken } from '../lib/session.ts'
import { rememberReturnTo } from '../lib/return-to.ts'
import { Toaster, showToast } from '../ui/toast.tsx'
import { TooltipProvider } from '../ui/tooltip.tsx'
import { SESSION_OVER } from './lasting-lines.tsx'
import { createAppRouter } from './router.tsx'
import { SessionCache } from './session-cache.tsx'

export interface AppStart {
  router: ReturnType<typeof createAppRouter>
  remembered: Parameters<typeof SessionCache>[0]['remembered']
}

/** Created once per page load: the router, and the answers persisted in the last visit. */
export function startApp(): AppStart {
  const router = createAppRouter()
  onSignInNeeded((reason) => redirectToSignIn(router, reason))
  return { router, remembered: { token: findToken(), answers: createPersistedCache(window) } }
}

/** The whole app: tooltips, one cache per session, the router, and toasts on top. */
export function App({ router, remembered }: AppStart) {
  return (
    <TooltipProvider>
      <SessionCache remembered={remembered}>
        <RouterProvider router={router} />
      </SessionCache>
      <Toaster />
    </TooltipProvider>
  )
}

/** Goes to the sign-in page, which says why, and stores where to return. */
export function redirectToSignIn(router: AppStart['router'], reason: SignInReason) {
  if (reason === 'unauthorized') showToast({ kind: 'error', message: 'Unauthorized' })
  const goingTo = router.state.navigation.location ?? router.state.location
  if (goingTo.pathname === '/sign-in') return
  rememberReturnTo(goingTo.pathname + goingTo.search)
  void router.navigate('/sign-in', { replace: true, ...(reason === 'unauthorized' && { state: SESSION_OVER }) })
}
