import type { Readiness } from './database.ts'
import { AppError } from './errors.ts'
import type { App } from './http.ts'
import { lazy } from './lazy.ts'
import { createOpenApiInTurns } from './openapi.ts'
import { requireWatcher } from './require-watcher.ts'

export interface Probes {
  version: string
  publicUrl: string
  checkReady: () => Promise<Readiness>
  /** Who brings it may read `/metrics`; undefined where nobody but this machine may. */
  metricsToken: string | undefined
}

/** Serves health, readiness, metrics and the OpenAPI document to machines. Bound after the slices' routes. */
export function serveProbes(app: App, { version, publicUrl, checkReady, metricsToken }: Probes): void {
  const { hono, endpoints, dependencies } = app
  const document = lazy(() => createOpenApiInTurns(endpoints, { version, publicUrl }))
  hono.get('/healthz', (c) => c.json({ status: 'alive', version }))
  hono.get('/readyz', async (c) => {
    const { ready, reason = 'The reason is not known.' } = await checkReady()
    if (!ready) throw new AppError('unavailable', 'not_ready', `Requests cannot be served at this moment. ${reason}`)
    return c.json({ status: 'ready' })
  })
  hono.get('/metrics', async (c) => {
    requireWatcher(c, { metricsToken, socketAddress: dependencies.socketAddress(c) })
    return c.body(await dependencies.metrics.text(), 200, { 'content-type': dependencies.metrics.contentType })
  })
  hono.get('/openapi.json', async (c) => c.json(await document()))
}
