import { createVault, type Keys } from '../../platform/crypto.ts'
import type { Random } from '../../platform/random.ts'

const CONTEXT = 'job.address'

/** An address on its way through the job queue, where what is done stays for a while: sealed, so that it does not rest there. */
export interface SealedAddresses {
  seal(address: string): string
  open(sealed: string): string
}

export function createSealedAddresses(keys: Keys, random: Random): SealedAddresses {
  const vault = createVault(keys, random)
  return {
    seal: (address) => Buffer.from(vault.seal(address, CONTEXT)).toString('base64'),
    open: (sealed) => vault.open(Buffer.from(sealed, 'base64'), CONTEXT),
  }
}
