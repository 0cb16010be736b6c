import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import ipaddr from 'ipaddr.js'
import { AppError } from './errors.ts'

/** A request with one of these came through a proxy, whatever its socket says. */
const FORWARDING = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']

/**
 * Lets in who brings the installation's token; without a token, only a program on this machine that asks directly.
 * Throws `unauthorized` or `forbidden` for anybody else.
 */
export function requireWatcher(
  c: Context,
  { metricsToken, socketAddress }: { metricsToken: string | undefined; socketAddress: string },
): void {
  if (metricsToken === undefined) {
    if (isLoopback(socketAddress) && !FORWARDING.some((name) => c.req.header(name) !== undefined)) return
    throw new AppError('forbidden', 'metrics_closed', 'Metrics are for this machine alone. METRICS_TOKEN opens them.')
  }
  const [, given] = /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '') ?? []
  if (given !== undefined && isSame(given, metricsToken)) return
  throw new AppError('unauthorized', 'unauthorized', 'Unauthorized')
}

function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
}

/** Compares hashes, so that the time it takes says nothing of the token, nor of its length. */
function isSame(one: string, other: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(one), hash(other))
}
