import type { Context } from 'hono'

/**
 * The token lives in local storage, so only our own files may run, and nobody may frame us. Pages may connect only to
 * us, and to the origin of `toldUrl` where given.
 */
export function contentSecurityPolicy(toldUrl: string | undefined): string {
  const connectTo = ["'self'", ...(toldUrl === undefined ? [] : [new URL(toldUrl).origin])].join(' ')
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src ${connectTo}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** `isSecure` says whether the browser came by TLS; only such an answer may hold it to TLS for a year. */
export function securityHeaders(c: Context, { policy, isSecure }: { policy: string; isSecure: boolean }): void {
  c.header('content-security-policy', policy)
  c.header('x-content-type-options', 'nosniff')
  c.header('referrer-policy', 'no-referrer')
  c.header('cross-origin-opener-policy', 'same-origin')
  c.header('cross-origin-resource-policy', 'same-origin')
  c.header('permissions-policy', 'camera=(), microphone=(), geolocation=()')
  if (isSecure) c.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
}
