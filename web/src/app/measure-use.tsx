import { useEffect } from 'react'
import { useInstance } from '../lib/instance.ts'
import { logWarning } from '../lib/log.ts'
import type { AppStart } from './app.tsx'

/** Where the operator measures how the product is used, tells pages and presses; elsewhere nothing is even loaded. */
export function MeasureUse({ router }: Pick<AppStart, 'router'>) {
  const url = useInstance()?.analytics_url
  useEffect(() => {
    if (!url) return undefined
    const leaving = new AbortController()
    measure(router, url, leaving.signal).catch((cause: unknown) =>
      logWarning('What tells the operator how the product is used could not be loaded', cause),
    )
    return () => leaving.abort()
  }, [router, url])
  return null
}

async function measure(router: AppStart['router'], url: string, leaving: AbortSignal) {
  const { startAnalytics } = await import('../lib/analytics.ts')
  if (leaving.aborted) return
  let path = router.state.location.pathname
  const analytics = startAnalytics({ url, path: () => path })
  const stopFollowing = router.subscribe(({ location: { pathname } }) => {
    if (pathname === path) return
    path = pathname
    analytics.pageView()
  })
  analytics.pageView()
  leaving.addEventListener('abort', () => {
    stopFollowing()
    analytics.stop()
  })
}
