import { startTransition, useLayoutEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { Level } from './inner-route.tsx'
import type { Router, RouterState } from './router.ts'
import { NavigationContext, PageContext, RouterContext } from './use-router.ts'

interface RouterProviderProps {
  router: Router
  /** Shows until the first page's code is there. */
  fallback?: ReactNode
}

/** Shows the router's page. A new one comes as a transition: what is typed meanwhile does not wait for it. */
export function RouterProvider({ router, fallback = null }: RouterProviderProps) {
  const [state, setState] = useState(router.state)
  useLayoutEffect(() => {
    const show = (next: RouterState) => startTransition(() => setState(next))
    // It may have gone on since it rendered.
    show(router.state)
    return router.subscribe(show)
  }, [router])
  if (!state.page) return fallback
  return (
    <RouterContext value={router}>
      <NavigationContext value={state.navigation}>
        <PageContext value={state.page}>
          <Level depth={0} />
        </PageContext>
      </NavigationContext>
    </RouterContext>
  )
}
