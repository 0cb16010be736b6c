import type { MiddlewareHandler } from 'hono'
import { isTrusted } from '../client-address.ts'
import type { HttpDependencies } from '../http.ts'
import type { RequestVariables } from '../log-request.ts'
import type { Tracer } from './tracer.ts'

/** Asked all the time by machines, and about the process alone. */
const UNTRACED = new Set(['/healthz', '/readyz', '/metrics'])

/**
 * Traces each request, by its route and never by its address. A trace that a trusted proxy names goes on, though whether it
 * is kept is decided here: a proxy may pass on what a stranger sent.
 */
export function traceRequests(
  tracer: Tracer,
  { socketAddress, trustProxy }: Pick<HttpDependencies, 'socketAddress' | 'trustProxy'>,
): MiddlewareHandler<{ Variables: RequestVariables }> {
  return async (c, next) => {
    if (UNTRACED.has(c.req.path)) return next()
    const parent = isTrusted(socketAddress(c), trustProxy) ? c.req.header('traceparent') : undefined
    const { method } = c.req
    await tracer.trace({ name: method, kind: 'server', parent, isForeign: true }, async (span) => {
      await next()
      const [route, { status }] = [c.get('route'), c.res]
      span.name = `${method} ${route}`
      span.attributes['http.request.method'] = method
      span.attributes['http.route'] = route
      span.attributes['http.response.status_code'] = status
      span.attributes['leadlight.request_id'] = c.get('requestId')
      if (status >= 500) span.error = String(status)
    })
  }
}
