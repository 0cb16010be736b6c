import { isIP } from 'node:net'
import { OutboundError } from './outbound-error.ts'
import { isPublicAddress } from './public-address.ts'

/** Which URLs supplied by users are allowed. */
export interface TargetRules {
  ports: ReadonlySet<number>
  /** `host:port` entries that are allowed whatever their address. */
  allow: ReadonlySet<string>
}

export interface Target {
  url: URL
  /** True when the operator named this host and port, so its address needs no check. */
  trusted: boolean
}

const LOCAL_NAME =
  /^(localhost|local|internal|intranet|lan|home|corp)$|\.(localhost|local|internal|intranet|lan|home|corp|home\.arpa)$/

/** Parses a URL, which must be one for HTTP. */
export function parseTarget(input: string | URL): URL {
  const url = URL.parse(String(input))
  if (!url) throw new OutboundError('bad_url', 'This is not a web address.')
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new OutboundError('not_http', 'Only addresses that begin with http:// or https:// can be called.')
  if (url.username !== '' || url.password !== '')
    throw new OutboundError('credentials_in_url', 'An address must not carry a user name or a password.')
  return url
}

/** Checks everything about a URL that can be checked before its host name is resolved. */
export function checkTarget(input: string | URL, rules: TargetRules): Target {
  const url = parseTarget(input)
  if (rules.allow.has(hostAndPort(url))) return { url, trusted: true }
  if (!rules.ports.has(portOf(url)))
    throw new OutboundError('port_refused', `Port ${portOf(url)} is not one that websites use.`)
  const host = bareHost(url)
  if (isIP(host) ? !isPublicAddress(host) : LOCAL_NAME.test(host)) throw privateAddress(host)
  return { url, trusted: false }
}

export function privateAddress(host: string): OutboundError {
  return new OutboundError('private_address', `${host} is not on the public internet, so Leadlight does not call it.`)
}

export function hostAndPort(url: URL): string {
  return `${url.hostname}:${portOf(url)}`
}

function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port)
  return url.protocol === 'https:' ? 443 : 80
}

/** URL writes IPv6 in brackets and keeps the dot that ends a full host name. */
function bareHost(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.+$/, '')
}
