import { createHmac } from 'node:crypto'
import { clientNetwork } from '../../platform/client-address.ts'
import type { Keys } from '../../platform/crypto.ts'

/** From where, and with what, somebody asks. */
export interface Client {
  /** Their address, as far as the installation can tell. */
  address: string
  /** The browser, as it named itself. */
  userAgent: string | null
}

/** A keyed hash of the client's network, to know it again by; without the installation's secret nobody can tell which it is. */
export type AddressHash = (client: Client) => Uint8Array

export function createAddressHash(keys: Keys): AddressHash {
  const key = keys.derive('client-address')
  return ({ address }) => createHmac('sha256', key).update(clientNetwork(address)).digest()
}

export function clientOf(request: { clientAddress: string; userAgent: string | null }): Client {
  return { address: request.clientAddress, userAgent: request.userAgent }
}
