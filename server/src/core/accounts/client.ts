import { createHmac } from 'node:crypto'
import { clientNetwork } from '../../platform/client-address.ts'
import type { Keys } from '../../platform/crypto.ts'

/** The address and the browser of a request. */
export interface Client {
  /** The address as far as the installation can tell. */
  address: string
  /** The browser's own name for itself. */
  userAgent: string | null
}

/** A keyed hash that recognises the client's network; meaningless without the installation's secret. */
export type AddressHash = (client: Client) => Uint8Array

export function createAddressHash(keys: Keys): AddressHash {
  const key = keys.derive('client-address')
  return ({ address }) => createHmac('sha256', key).update(clientNetwork(address)).digest()
}

export function clientOf(request: { clientAddress: string; userAgent: string | null }): Client {
  return { address: request.clientAddress, userAgent: request.userAgent }
}
