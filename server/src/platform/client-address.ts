import ipaddr from 'ipaddr.js'

/**
 * Returns how to tell a client's address. `trusted` lists the proxies whose forwarded addresses are believed, by
 * address or CIDR range; `loopback` and `private` stand for those ranges. With no trusted proxies, the socket's own
 * address counts.
 */
export function clientAddress(
  socketAddress: string,
  forwardedFor: string | undefined,
  trusted: readonly string[],
): string {
  const hops = [...(forwardedFor?.split(',').map((hop) => hop.trim()) ?? []), socketAddress]
  for (let i = hops.length - 1; i > 0; i--) {
    if (!isTrusted(hops[i] ?? '', trusted)) return hops[i] ?? socketAddress
    if (!ipaddr.isValid(hops[i - 1] ?? '')) return hops[i] ?? socketAddress
  }
  return hops[0] ?? socketAddress
}

/** Whether an address is that of a trusted proxy, as `clientAddress`. */
export function isTrusted(address: string, trusted: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  return trusted.some((rule) => {
    if (rule === 'loopback' || rule === 'private') return parsed.range() === rule || parsed.range() === 'loopback'
    if (!rule.includes('/')) return ipaddr.isValid(rule) && ipaddr.process(rule).toString() === parsed.toString()
    const [range, bits] = ipaddr.parseCIDR(rule)
    return range.kind() === parsed.kind() && parsed.match(range, bits)
  })
}

/**
 * What a client is counted by: its IPv4 address, or the /64 of its IPv6 address, which one household or machine is
 * given.
 */
export function clientNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const prefix = parsed.parts.slice(0, 4).map((part) => part.toString(16))
  return `${prefix.join(':')}::/64`
}

/**
 * The network of an address for people to read, without the part that tells its households apart: three of the four
 * numbers of an IPv4 address, or the first 48 bits of an IPv6 address. Null for what is no address.
 */
export function shortNetwork(address: string): string | null {
  if (!ipaddr.isValid(address)) return null
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return `${parsed.octets.slice(0, 3).join('.')}.x`
  return `${parsed.parts
    .slice(0, 3)
    .map((part) => part.toString(16))
    .join(':')}::/48`
}
