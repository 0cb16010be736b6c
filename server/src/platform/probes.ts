import type { Readiness } from './database.ts'
import { AppError } from './errors.ts'
import type { App } from './http.ts'
import { presentProblem } from './problem.ts'
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
  const { log } = dependencies
  let wasReady = true
  hono.get('/healthz', (c) => c.json({ status: 'alive', version }))
  hono.get('/readyz', async (c) => {
    const { ready, reason = 'The reason is not known.' } = await checkReady()
    const trouble = `This process cannot do its work at this moment. ${reason}`
    // Once each: it is asked every few seconds.
    if (wasReady && !ready) log.warn({}, trouble)
    if (ready && !wasReady) log.info({}, 'This process can do its work again.')
    wasReady = ready
    if (ready) return c.json({ status: 'ready' })
    const problem = presentProblem(new AppError('unavailable', 'not_ready', trouble), c.get('requestId'))
    c.set('code', problem.code)
    return c.json(problem, 503, { 'content-type': 'application/problem+json' })
  })
  hono.get('/metrics', async (c) => {
    requireWatcher(c, { metricsToken, socketAddress: dependencies.socketAddress(c) })
    return c.body(await dependencies.metrics.text(), 200, { 'content-type': dependencies.metrics.contentType })
  })
}
