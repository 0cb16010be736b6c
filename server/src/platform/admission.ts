import { COSTS, namesProject, type Endpoint } from '@leadlight/contract/endpoint'
import { includesScope } from '@leadlight/domain/api-keys'
import { can } from '@leadlight/domain/roles'
import type { Context } from 'hono'
import type { Caller } from './actor.ts'
import { allowanceHeaders, type Allowance } from './allowance.ts'
import { AppError } from './errors.ts'
import type { Authenticator } from './http.ts'

/**
 * Identifies who makes the request. Throws `unauthorized` for nobody, `rate_limited` beyond the allowance, and
 * `forbidden` for a key that may not make it.
 */
export async function admitCaller(
  c: Context,
  { authenticator, endpoint }: { authenticator: Authenticator; endpoint: Endpoint },
): Promise<Caller> {
  const caller = await identify(c, authenticator, costOf(c, endpoint))
  if (caller.key) requireKeyMay(caller.key, endpoint)
  return caller
}

/** As how many calls this one counts, as far as its address tells. */
export function costOf(c: Context, { cost }: Endpoint): number {
  return (c.req.query('search_text') ?? '') === '' ? cost : Math.max(cost, COSTS.search)
}

/** Identifies the caller, and sets the rate limit headers on the answer. */
export async function identify(c: Context, authenticator: Authenticator, cost: number): Promise<Caller> {
  const caller = await authenticator.caller(c.req.header('authorization'), cost)
  c.set('userId', caller.userId)
  if (caller.allowance) requireAllowance(c, caller.allowance)
  return caller
}

const SPENT = {
  key: (callsMax: number) => `This key has used up its ${callsMax} calls of this minute (heavy ones count as several).`,
  session: (callsMax: number) =>
    `You have used up your ${callsMax} calls of this minute (heavy ones count as several).`,
  person: (callsMax: number) =>
    `With all your keys you have used up your ${callsMax} calls of this minute (heavy ones count as several).`,
  organization: (callsMax: number) =>
    `Your organization has used up its ${callsMax} calls of this minute (heavy ones count as several).`,
  address: (callsMax: number) => `This address has taken its ${callsMax} calls of this minute.`,
  client: (callsMax: number) => `Your network has made its ${callsMax} calls without signing in of this minute.`,
}

/** Sets the rate limit headers on the answer, and throws `rate_limited` beyond the allowance. */
export function requireAllowance(c: Context, allowance: Allowance): void {
  for (const [name, value] of Object.entries(allowanceHeaders(allowance))) c.header(name, value)
  const { policy, callsMax, isSpent, resetsInMs } = allowance
  if (!isSpent) return
  const seconds = Math.max(1, Math.ceil(resetsInMs / 1000))
  const wait = `Go on in ${seconds === 1 ? 'a second' : `${seconds} seconds`}.`
  throw new AppError('too_many', 'rate_limited', `${SPENT[policy](callsMax)} ${wait}`, {
    retryAfterMs: Math.max(1000, resetsInMs),
  })
}

/** Whether the key's scope allows the call; the user's role is checked separately. */
export function keyMay(key: NonNullable<Caller['key']>, endpoint: Endpoint): boolean {
  return findRefusal(key, endpoint) === undefined
}

function requireKeyMay(key: NonNullable<Caller['key']>, endpoint: Endpoint): void {
  const refusal = findRefusal(key, endpoint)
  if (refusal) throw new AppError('forbidden', ...refusal)
}

function findRefusal(
  { scope, projectIds }: NonNullable<Caller['key']>,
  endpoint: Endpoint,
): [string, string] | undefined {
  if (endpoint.keys === null) {
    return ['key_not_allowed', 'A personal key cannot make this call. Sign in and make it in the web app.']
  }
  if (!includesScope(scope, endpoint.keys)) {
    return [
      'key_scope_too_low',
      `This key’s scope is “${scope}”, and the call needs “${endpoint.keys}”. Make another key.`,
    ]
  }
  // Outside its projects such a key sees no more of the organization than a guest does.
  const isForAll = endpoint.access === 'public' || endpoint.access === 'signed_in' || can('GUEST', endpoint.access)
  if (projectIds !== null && !namesProject(endpoint) && !isForAll) {
    return ['key_limited', 'This key is limited to projects, and the call is about the whole organization.']
  }
  return undefined
}
