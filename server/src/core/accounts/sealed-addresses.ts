import { createVault, type Keys } from '../../platform/crypto.ts'
import type { Random } from '../../platform/random.ts'

export const ADDRESS_CONTEXT = 'job.address'

/** An address in the job queue, which keeps finished jobs for a while: sealed, so that it cannot be read there. */
export interface SealedAddresses {
  seal(address: string): string
  open(sealed: string): string
}

export function createSealedAddresses(keys: Keys, random: Random): SealedAddresses {
  const vault = createVault(keys, random)
  return {
    seal: (address) => Buffer.from(vault.seal(address, ADDRESS_CONTEXT)).toString('base64'),
    open: (sealed) => vault.open(Buffer.from(sealed, 'base64'), ADDRESS_CONTEXT),
  }
}
