/** What a webhook can receive. `webhook.test` is only sent by hand. */
export const WEBHOOK_EVENTS = [
  'lead.created',
  'lead.updated',
  'search.finished',
  'source.failing',
  'source.working',
  'credits.low',
] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

export const WEBHOOKS_PER_PROJECT_MAX = 10
export const WEBHOOK_URL_CHARACTERS_MAX = 2_000

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
export const WEBHOOK_TRIES_MAX = 10
/** The waits between tries: 75 hours and 35 minutes in all, as Standard Webhooks suggests. */
const WAITS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
]
/** A wait grows by up to this share, so that what failed together is not retried together. */
const JITTER = 0.1

/**
 * The wait in milliseconds after the `tries`-th failed try; null after the last. `chance` is from 0 to below 1. A
 * receiver that asks for a longer rest gets it.
 */
export function waitBeforeNextTry(tries: number, chance: number, askedMs: number | null = null): number | null {
  const waitMs = WAITS_MS[tries - 1]
  if (waitMs === undefined) return null
  return Math.max(Math.round(waitMs * (1 + JITTER * chance)), restOf(askedMs ?? 0))
}

/** How long to leave a receiver alone that asks for a rest: a day at most. */
export function restOf(askedMs: number): number {
  return Math.min(askedMs, 24 * HOUR_MS)
}

/** How long a rotated secret still signs beside the new one. */
export const OLD_SECRET_MS = 24 * HOUR_MS

/** How long deliveries are listed. */
export const DELIVERIES_KEPT_DAYS = 30
