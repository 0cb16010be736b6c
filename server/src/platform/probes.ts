import type { Readiness } from './database.ts'
import { AppError } from './errors.ts'
import type { App } from './http.ts'
import { requireWatcher } from './require-watcher.ts'

export interface Probes {
  version: string
  checkReady: () => Promise<Readiness>
  /** Who brings it may read `/metrics`; undefined where nobody but this machine may. */
  metricsToken: string | undefined
}

/** Serves health, readiness and metrics to machines. */
export function serveProbes(app: App, { version, checkReady, metricsToken }: Probes): void {
  const { hono, dependencies } = app
  hono.get('/healthz', (c) => c.json({ status: 'alive', version }))
  hono.get('/readyz', async (c) => {
    const { ready, reason = 'The reason is not known.' } = await checkReady()
    if (!ready)
      throw new AppError('unavailable', 'not_ready', `This process cannot do its work at this moment. ${reason}`)
    return c.json({ status: 'ready' })
  })
  hono.get('/metrics', async (c) => {
    requireWatcher(c, { metricsToken, socketAddress: dependencies.socketAddress(c) })
    return c.body(await dependencies.metrics.text(), 200, { 'content-type': dependencies.metrics.contentType })
  })
}
