import { createHash, createHmac } from 'node:crypto'

/** An account as a platform tells it apart; see `accountOf`. */
export interface AccountKey {
  platform: string
  externalId: string
}

/**
 * Recognizes accounts that objected or were erased, by hashes (HMAC-SHA-256) that without the installation's key tell
 * nothing. Those of one organization mean nothing in another.
 */
export interface Suppression {
  inOrganization(organizationId: string, account: AccountKey): Uint8Array
  everywhere(account: AccountKey): Uint8Array
  /** The hash for one that an earlier version made without a key. */
  fromUnkeyed(hash: Uint8Array): Uint8Array
  /** The token of a link to what is held, the same each time for one lead. */
  noticeToken(leadId: string): string
}

export function createSuppression(key: Uint8Array): Suppression {
  const keyed = (hash: Uint8Array) => createHmac('sha256', key).update(hash).digest()
  const hash = (text: string) => createHash('sha256').update(text).digest()
  const of = (where: string, { platform, externalId }: AccountKey) => keyed(hash(`${where} ${platform} ${externalId}`))
  return {
    inOrganization: of,
    everywhere: (account) => of('everywhere', account),
    fromUnkeyed: keyed,
    noticeToken: (leadId) => createHmac('sha256', key).update(`notice ${leadId}`).digest('base64url'),
  }
}
