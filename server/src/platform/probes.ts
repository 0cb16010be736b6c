import type { App } from './http.ts'
import { AppError } from './errors.ts'
import { createOpenApi } from './openapi.ts'

export interface Probes {
  version: string
  publicUrl: string
  /** Resolves when requests can be served; throws with a sentence that says what is missing. */
  checkReady: () => Promise<void>
}

export const PROBE_PATHS = ['/healthz', '/readyz', '/metrics', '/openapi.json'] as const

/** What machines ask: is it alive, can it serve, how is it doing, what can it do. Bound after the slices' routes. */
export function serveProbes(app: App, { version, publicUrl, checkReady }: Probes): void {
  const { hono, endpoints, dependencies } = app
  const document = createOpenApi(endpoints, { version, publicUrl })
  hono.get('/healthz', (c) => c.json({ status: 'alive', version }))
  hono.get('/readyz', async (c) => {
    try {
      await checkReady()
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : 'The reason is unknown.'
      throw new AppError('unavailable', 'not_ready', `Requests cannot be served at this moment. ${reason}`, { cause })
    }
    return c.json({ status: 'ready' })
  })
  hono.get('/metrics', async (c) =>
    c.body(await dependencies.metrics.text(), 200, { 'content-type': dependencies.metrics.contentType }),
  )
  hono.get('/openapi.json', (c) => c.json(document))
}
