import { afterEach, vi } from 'vitest'
import { answerTrouble } from './answer-trouble.ts'

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

const troubles = new Set<string>()

// Thrown where it is asked for, it might be swallowed by the page; and not every answer is asked for in every run.
afterEach(() => {
  const found = [...troubles]
  troubles.clear()
  if (found.length > 0) throw new Error(found.join('\n'))
})

/**
 * Replaces the network. Answers are keyed by "GET /path" and may change during a test; a missing one is a 404 problem.
 * `requests` lists every request in order. An answer that is a plain object must have the shape of the contract's reply,
 * whether or not it is asked for: otherwise the test fails. A `Response` may hold anything.
 */
export function fakeServer(answers: Answers) {
  const requests: SentRequest[] = []
  for (const [call, answer] of Object.entries(answers)) check(call, answer)
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
    const call = `${request.method} ${request.path}`
    const answer = answers[call]
    const given = typeof answer === 'function' ? await answer(request) : answer
    if (given === undefined) return problem(404, 'Not found')
    check(call, given)
    return given instanceof Response ? given.clone() : Response.json(given)
  })
  return { answers, requests, of: (path: string) => requests.filter((request) => request.path === path) }
}

function check(call: string, answer: unknown): void {
  if (answer === undefined || answer instanceof Response || typeof answer === 'function') return
  const trouble = answerTrouble(call, answer)
  if (trouble) troubles.add(trouble)
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
