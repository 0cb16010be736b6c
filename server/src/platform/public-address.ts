import ipaddr from 'ipaddr.js'

/** Public by range, yet answered by the cloud the server runs in (Azure's host agent). */
const CLOUD_INTERNAL = new Set(['168.63.129.16'])

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

/**
 * Whether an IP address, as text, is public. An IPv4 address inside an IPv6 one (mapped, NAT64) is judged by itself;
 * tunnels (6to4, Teredo) and reserved ranges are not public.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed instanceof ipaddr.IPv4) return isPublicV4(parsed)
  if (parsed.zoneId !== undefined) return false
  if (parsed.isIPv4MappedAddress()) return isPublicV4(parsed.toIPv4Address())
  if (parsed.match(NAT64)) return isPublicV4(new ipaddr.IPv4(parsed.toByteArray().slice(12)))
  return parsed.range() === 'unicast' && parsed.match(GLOBAL_UNICAST)
}

function isPublicV4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast' && !CLOUD_INTERNAL.has(address.toString())
}
