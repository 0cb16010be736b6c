import { RouterProvider } from 'react-router/dom'
import { createPersistedCache } from '../lib/cache.ts'
import { onSignInNeeded } from '../lib/api.ts'
import type { SignInReason } from '../lib/api.ts'
import { findToken } from '../lib/session.ts'
import { rememberReturnTo } from '../lib/return-to.ts'
import { Toaster, showToast } from '../ui/toast.tsx'
import { TooltipProvider } from '../ui/tooltip.tsx'
import { createAppRouter } from './router.tsx'
import { SessionCache } from './session-cache.tsx'

export interface AppStart {
  router: ReturnType<typeof createAppRouter>
  remembered: Parameters<typeof SessionCache>[0]['remembered']
}

/** Everything that exists once a page load: the router, and the answers remembered from the last visit. */
export function startApp(): AppStart {
  const router = createAppRouter()
  onSignInNeeded((reason) => redirectToSignIn(router, reason))
  return { router, remembered: { token: findToken(), answers: createPersistedCache(window) } }
}

/** The whole program: tooltips, one cache a session, the router, and the toasts above all of it. */
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

/** Leads to sign-in, and remembers where to come back to. */
export function redirectToSignIn(router: AppStart['router'], reason: SignInReason) {
  if (reason === 'unauthorized') showToast({ kind: 'error', message: 'Unauthorized' })
  const goingTo = router.state.navigation.location ?? router.state.location
  if (goingTo.pathname === '/sign-in') return
  rememberReturnTo(goingTo.pathname + goingTo.search)
  void router.navigate('/sign-in', { replace: true })
}
