import { createHash } from 'node:crypto'

/** The hash of an account that a website names: salted with the organization, so that it means nothing elsewhere. */
export function hashAccount(organizationId: string, key: string): string {
  return createHash('sha256').update(`${organizationId} ${key}`).digest('base64url')
}
