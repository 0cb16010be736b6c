import { vi } from 'vitest'

export interface SentRequest {
  method: string
  path: string
  query: URLSearchParams
  headers: Headers
  body: unknown
  signal: AbortSignal | null
}

type Answer = Response | object | null
export type Answers = Record<string, Answer | ((request: SentRequest) => Answer | Promise<Answer>)>

/**
 * Replaces the network. Answers are keyed by "GET /path" and may change during a test; a missing one is a 404 problem.
 * `asked` lists every request in order.
 */
export function fakeServer(answers: Answers) {
  const requests: SentRequest[] = []
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const url = new URL(input, 'http://localhost')
    const request: SentRequest = {
      method: init.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      headers: new Headers(init.headers),
      body: bodyOf(init.body),
      signal: init.signal ?? null,
    }
    requests.push(request)
    const answer = answers[`${request.method} ${request.path}`]
    const given = typeof answer === 'function' ? await answer(request) : answer
    if (given === undefined) return problem(404, 'Not found')
    return given instanceof Response ? given.clone() : Response.json(given)
  })
  return { answers, requests, of: (path: string) => requests.filter((request) => request.path === path) }
}

/** A problem document as the server sends it. */
export function problem(status: number, detail: string, code?: string): Response {
  return Response.json(
    { type: 'about:blank', title: 'Problem', status, detail, ...(code ? { code } : {}) },
    { status, headers: { 'content-type': 'application/problem+json' } },
  )
}

function bodyOf(body: RequestInit['body']): unknown {
  if (typeof body === 'string') return JSON.parse(body)
  return body instanceof URLSearchParams ? Object.fromEntries(body) : null
}
