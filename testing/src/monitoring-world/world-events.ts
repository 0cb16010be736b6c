import type { Dice } from '@leadlight/engine/testing/dice'
import type { Fault } from '../doubles/double-server.ts'
import { LISTENED, type Listened } from '../monitored-platforms.ts'
import type { StreamFault } from '../stream-visits.ts'
import type { ActionName } from './actions.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

export type WorldEvent = { at: Date } & (
  | { kind: 'faults'; platform: Listened; fault: Fault; times: number }
  | { kind: 'outage'; platform: Listened; fault: Fault; until: Date }
  | { kind: 'recovery'; platform: Listened }
  | { kind: 'stream fault'; fault: StreamFault }
  | { kind: 'absence'; until: Date }
  | { kind: 'deed'; action: ActionName }
  | { kind: 'day' }
)

/** How often a day, on average, in a world of two hundred signals. */
const DEEDS_PER_DAY: Record<ActionName, number> = {
  reword: 3,
  enable: 2,
  disable: 2,
  'change budget': 3,
  'add source': 1.5,
  'remove source': 1,
  'set key': 1.5,
  'remove key': 1,
  'delete signal': 0.3,
  'delete project': 0.15,
}
const FAULTS_PER_DAY = 12
const OUTAGES_PER_DAY = 0.8
const ABSENCES_PER_DAY = 0.3
const STREAM_FAULTS: Record<StreamFault, number> = { cut: 2, refuse: 2, forget: 0.4 }

const FAULTS: readonly Fault[] = [
  { kind: 'status', status: 500 },
  { kind: 'status', status: 503 },
  { kind: 'status', status: 429, headers: { 'retry-after': '90' } },
  { kind: 'status', status: 429, headers: { 'retry-after': '1800' } },
  { kind: 'status', status: 403, body: '<!doctype html><title>Blocked</title>' },
  { kind: 'reset' },
  { kind: 'reset_mid_body' },
  { kind: 'truncated' },
  { kind: 'html' },
  { kind: 'body', body: '{"unexpected":true}' },
  { kind: 'body', body: 'not what anybody asked for' },
  { kind: 'hang' },
]

const json = { 'content-type': 'application/json' }

/** How each platform refuses too many requests, a bad key, or us altogether. */
const OWN_FAULTS: Partial<Record<Listened, readonly Fault[]>> = {
  stack_exchange: [
    said(400, {
      error_id: 502,
      error_name: 'throttle_violation',
      error_message: 'too many requests from this IP, more requests available in 5400 seconds',
    }),
  ],
  github: [
    {
      ...said(403, { message: 'You have exceeded a secondary rate limit. Please wait a few minutes.' }),
      headers: { ...json, 'retry-after': '120' },
    },
    said(401, { message: 'Bad credentials' }),
  ],
  bluesky: [
    said(429, { error: 'RateLimitExceeded', message: 'Rate Limit Exceeded' }),
    said(400, { error: 'ExpiredToken', message: 'Token has expired' }),
  ],
  lemmy: [said(400, { error: 'rate_limit_error' })],
  mastodon: [said(401, { error: 'The access token is invalid' }), said(429, { error: 'Too many requests' })],
  discourse: [said(429, { errors: ['Slow down'], error_type: 'rate_limit', extras: { wait_seconds: 90 } })],
  reddit: [
    { kind: 'status', status: 429, headers: { 'x-ratelimit-remaining': '0.0', 'x-ratelimit-reset': '420' } },
    { kind: 'body', body: '<!doctype html><title>whoa there, pardner!</title>' },
    said(401, { message: 'Unauthorized', error: 401 }),
  ],
  x: [
    { kind: 'status', status: 429, headers: { 'x-rate-limit-remaining': '0' } },
    said(401, { title: 'Unauthorized', type: 'about:blank', status: 401 }),
    said(402, { title: 'Payment Required', detail: 'Your account has no credits left.' }),
  ],
  product_hunt: [
    { kind: 'status', status: 429, headers: { 'x-rate-limit-reset': '850', 'x-rate-limit-remaining': '0' } },
    said(401, { errors: [{ error: 'invalid_oauth_token' }] }),
  ],
  youtube: [
    said(403, { error: { code: 403, message: 'Quota', errors: [{ domain: 'youtube', reason: 'quotaExceeded' }] } }),
    said(400, { error: { code: 400, message: 'Key', errors: [{ domain: 'youtube', reason: 'keyInvalid' }] } }),
  ],
}

function said(status: number, body: object): Extract<Fault, { kind: 'status' }> {
  return { kind: 'status', status, headers: json, body: JSON.stringify(body) }
}

/** Half of the faults are the platform's own. */
function faultOf(dice: Dice, platform: Listened): Fault {
  const own = OWN_FAULTS[platform] ?? []
  return own.length > 0 && dice.share() < 0.5 ? dice.pick(own) : dice.pick(FAULTS)
}

/** The world's events, in order; each day ends with a check of everything. Each kind of event happens at least once. */
export function planEvents(dice: Dice, { start, days }: { start: Date; days: number }): WorldEvent[] {
  const events: WorldEvent[] = []
  const time = () => new Date(start.getTime() + dice.share() * days * DAY_MS)
  const often = (perDay: number) => Math.max(1, Math.round(perDay * days))
  for (let n = 0; n < often(FAULTS_PER_DAY); n += 1) {
    const platform = dice.pick(LISTENED)
    events.push({ at: time(), kind: 'faults', platform, fault: faultOf(dice, platform), times: dice.between(1, 3) })
  }
  for (let n = 0; n < often(OUTAGES_PER_DAY); n += 1) {
    const [at, platform] = [time(), dice.pick(LISTENED)]
    const until = new Date(at.getTime() + dice.between(1, 6) * HOUR_MS)
    events.push(
      { at, kind: 'outage', platform, fault: faultOf(dice, platform), until },
      { at: until, kind: 'recovery', platform },
    )
  }
  for (const [fault, perDay] of Object.entries(STREAM_FAULTS) as [StreamFault, number][]) {
    for (let n = 0; n < often(perDay); n += 1) events.push({ at: time(), kind: 'stream fault', fault })
  }
  for (let n = 0; n < often(ABSENCES_PER_DAY); n += 1) {
    const at = time()
    events.push({ at, kind: 'absence', until: new Date(at.getTime() + dice.between(1, 8) * HOUR_MS) })
  }
  for (const [action, perDay] of Object.entries(DEEDS_PER_DAY) as [ActionName, number][]) {
    for (let n = 0; n < often(perDay); n += 1) events.push({ at: time(), kind: 'deed', action })
  }
  for (let day = 1; day <= days; day += 1) events.push({ at: new Date(start.getTime() + day * DAY_MS), kind: 'day' })
  return events.toSorted((a, b) => a.at.getTime() - b.at.getTime())
}
