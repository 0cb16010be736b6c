import { fetch as undiciFetch } from 'undici'
import type { Agent, Response as UndiciResponse } from 'undici'
import { boundBody } from './bounded-body.ts'
import type { Deadline } from './deadline.ts'
import { explainFailure, OutboundError, tooLarge } from './outbound-error.ts'
import { isRedirect, nextRequest } from './outbound-request.ts'
import type { OutboundRequest, Redirect } from './outbound-request.ts'
import { parseTarget } from './outbound-target.ts'
import type { Target } from './outbound-target.ts'

const REDIRECTS_MAX = 5

export interface Journey {
  first: Target
  request: OutboundRequest
  redirect: Redirect
  deadline: Deadline
  maxBytes: number
  /** Checks an address that an answer redirects to. */
  checkTarget: (url: URL) => Target
  agents: Agents
}

export interface Agents {
  /** Connects to public addresses only. */
  checked: Agent
  /** Connects to anything. */
  open: Agent
}

/** Requests the first address, then each one that answers redirect to, until an answer is no redirect. */
export async function travel(journey: Journey): Promise<Response> {
  let target = journey.first
  let request = journey.request
  for (let hop = 0; ; hop++) {
    const response = await send(target, request, journey)
    const location = response.headers.get('location')
    if (journey.redirect === 'manual' || !isRedirect(response.status) || location === null)
      return arrive(response, target.url, journey)
    await response.body?.cancel()
    if (journey.redirect === 'error' || hop === REDIRECTS_MAX)
      throw new OutboundError('too_many_redirects', `${journey.first.url.host} only leads to other addresses.`)
    const url = URL.parse(location, target.url.href)
    if (!url) throw new OutboundError('broken_answer', `${target.url.host} leads to an address that is none.`)
    const sameOrigin = url.origin === target.url.origin
    request = nextRequest(request, response.status, sameOrigin)
    target = sameOrigin ? { ...target, url: parseTarget(url) } : journey.checkTarget(url)
  }
}

async function send(
  { url, trusted }: Target,
  request: OutboundRequest,
  { deadline, agents }: Journey,
): Promise<UndiciResponse> {
  const headersArrived = deadline.awaitHeaders()
  try {
    return await undiciFetch(url, {
      ...request,
      redirect: 'manual',
      signal: deadline.signal,
      dispatcher: trusted ? agents.open : agents.checked,
    })
  } catch (thrown) {
    throw explainFailure(thrown, url.host)
  } finally {
    headersArrived()
  }
}

async function arrive(from: UndiciResponse, url: URL, { deadline, maxBytes }: Journey): Promise<Response> {
  const { status, statusText } = from
  const headers = new Headers([...from.headers])
  const refusal = refusalOf(status, headers, { host: url.host, maxBytes })
  if (refusal) {
    await from.body?.cancel()
    throw refusal
  }
  const onEnd = () => deadline.end()
  const { signal, awaitPiece } = deadline
  const body = from.body ? boundBody(from.body, { host: url.host, maxBytes, signal, awaitPiece, onEnd }) : null
  if (!body) onEnd()
  const response = new Response(body, { status, statusText, headers })
  return Object.defineProperty(response, 'url', { value: url.href })
}

function refusalOf(status: number, headers: Headers, { host, maxBytes }: { host: string; maxBytes: number }) {
  if (status < 200 || status > 599)
    return new OutboundError('broken_answer', `${host} answered with the unknown status ${status}.`)
  return Number(headers.get('content-length') ?? 0) > maxBytes ? tooLarge(host) : undefined
}
