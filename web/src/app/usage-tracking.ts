import type { Analytics } from '../lib/analytics.ts'
import { readInstance } from '../lib/read-instance.ts'
import type { AppStart } from './app.tsx'

/** Reports page views and presses if the operator measures usage; otherwise loads nothing and returns null. */
export async function startUsageTracking(router: AppStart['router']): Promise<Analytics | null> {
  // Screens that read the same at startup share this answer.
  const { analytics_url: url } = await readInstance()
  if (url === null) return null
  const { startAnalytics } = await import('../lib/analytics.ts')
  let path = router.state.location.pathname
  const analytics = startAnalytics({ url, path: () => path })
  router.subscribe(({ location: { pathname } }) => {
    if (pathname === path) return
    path = pathname
    analytics.pageView()
  })
  analytics.pageView()
  return analytics
}
