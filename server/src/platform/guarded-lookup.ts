import { lookup as systemLookup } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import { isPublicAddress } from './public-address.ts'
import { privateAddress } from './outbound-target.ts'

export interface ResolvedAddress {
  address: string
  family: number
}

/** All addresses of a host name, as the machine's resolver gives them. */
export type Resolve = (hostname: string) => Promise<ResolvedAddress[]>

export const systemResolve: Resolve = (hostname) => systemLookup(hostname, { all: true, verbatim: true })

/**
 * A `lookup` for sockets. With `onlyPublic`, one private address among the answers refuses the host. The socket
 * connects to the addresses that were checked, so a second answer of the name server (rebinding) is never used.
 */
export function guardedLookup(resolve: Resolve, { onlyPublic }: { onlyPublic: boolean }): LookupFunction {
  const lookUp = callbackify((hostname: string) => resolveChecked(resolve, hostname, onlyPublic))
  return (hostname, options, callback) =>
    lookUp(hostname, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || !first) callback(error, [])
      else if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
}

async function resolveChecked(resolve: Resolve, hostname: string, onlyPublic: boolean): Promise<ResolvedAddress[]> {
  const addresses = await resolve(hostname)
  if (addresses.length === 0) throw Object.assign(new Error(`${hostname} has no address`), { code: 'ENOTFOUND' })
  if (onlyPublic && !addresses.every(({ address }) => isPublicAddress(address))) throw privateAddress(hostname)
  return addresses
}
