import { createHmac } from 'node:crypto'
import { clientNetwork } from '../../platform/client-address.ts'
import type { Keys } from '../../platform/crypto.ts'
import { deviceMarkIn } from './device-mark-cookie.ts'

/** The address and the browser of a request. */
export interface Client {
  /** The address as far as the installation can tell. */
  address: string
  /** The browser's own name for itself. */
  userAgent: string | null
  /** What it carries as its mark, not checked yet; see `DeviceMarks`. */
  deviceMark?: string | undefined
}

/** Keyed hashes that recognise a client's network; meaningless without the installation's secret. */
export interface AddressHashes {
  /** As it is kept. */
  of(client: Client): Uint8Array
  /** As it may have been kept, under the secret before too. */
  all(client: Client): Uint8Array[]
}

export function createAddressHashes(keys: Keys): AddressHashes {
  const hash = (key: Uint8Array, { address }: Client) =>
    createHmac('sha256', key).update(clientNetwork(address)).digest()
  const purpose = 'client-address'
  return {
    of: (client) => hash(keys.derive(purpose), client),
    all: (client) => keys.deriveAll(purpose).map((key) => hash(key, client)),
  }
}

export function clientOf(request: {
  clientAddress: string
  userAgent: string | null
  cookies: Readonly<Record<string, string>>
}): Client {
  const { clientAddress: address, userAgent, cookies } = request
  return { address, userAgent, deviceMark: deviceMarkIn(cookies) }
}
