import type { Vault } from '../platform/crypto.ts'

/** A workspace's token, sealed for one connection. */
export function sealToken(vault: Vault, connectionId: string, token: string): Uint8Array {
  return vault.seal(token, contextOf(connectionId))
}

/** Throws where the bytes were sealed for another connection, with another secret of the installation, or changed. */
export function openToken(vault: Vault, connectionId: string, sealed: Uint8Array): string {
  return vault.open(sealed, contextOf(connectionId))
}

function contextOf(connectionId: string): string {
  return `slack:${connectionId}`
}
