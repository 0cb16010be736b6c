/** `follow` (the default) checks each redirect's address; `manual` returns the redirecting answer; `error` throws. */
export type Redirect = 'follow' | 'manual' | 'error'

export interface OutboundInit {
  method?: string
  headers?: Record<string, string> | Headers | [string, string][]
  body?: string | Uint8Array<ArrayBuffer> | URLSearchParams | null
  redirect?: Redirect
  signal?: AbortSignal | null
}

/** The request as sent; its body can be sent twice. */
export interface OutboundRequest {
  method: string
  headers: Record<string, string>
  body: string | Uint8Array<ArrayBuffer> | null
}

/** Headers that may follow a redirect to another origin; keys and tokens go by too many names to be listed instead. */
const HARMLESS = new Set([
  'accept',
  'accept-language',
  'content-type',
  'if-modified-since',
  'if-none-match',
  'user-agent',
])

export function firstRequest(init: OutboundInit, userAgent: string): OutboundRequest {
  const headers = new Headers(init.headers)
  if (!headers.has('user-agent')) headers.set('user-agent', userAgent)
  const form = init.body instanceof URLSearchParams
  if (form && !headers.has('content-type'))
    headers.set('content-type', 'application/x-www-form-urlencoded;charset=UTF-8')
  return {
    method: (init.method ?? 'GET').toUpperCase(),
    headers: Object.fromEntries(headers),
    body: init.body instanceof URLSearchParams ? init.body.toString() : (init.body ?? null),
  }
}

export function isRedirect(status: number): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308
}

/** The request after a redirect: 307 and 308 repeat it, the others become a GET, as the fetch standard says. */
export function nextRequest(request: OutboundRequest, status: number, sameOrigin: boolean): OutboundRequest {
  const repeats = status === 307 || status === 308 || request.method === 'GET' || request.method === 'HEAD'
  const headers = Object.entries(request.headers).filter(
    ([name]) => (sameOrigin || HARMLESS.has(name)) && (repeats || !name.startsWith('content-')),
  )
  return {
    method: repeats ? request.method : 'GET',
    headers: Object.fromEntries(headers),
    body: repeats ? request.body : null,
  }
}
