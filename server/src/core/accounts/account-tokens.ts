import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Keys } from '../../platform/crypto.ts'
import type { SignedTokens } from '../../platform/signed-tokens.ts'
import type { Credentials } from './credential-store.ts'

const HOUR_MS = 60 * 60_000

/** Verification can wait a day; links that can take an account over live for an hour. */
export const LINK_LIFETIMES_MS = { verify: 24 * HOUR_MS, reset: HOUR_MS, emailChange: HOUR_MS }

const Verification = z.object({ sub: z.uuid(), email: z.string() })
const Reset = z.object({ sub: z.uuid(), fingerprint: z.string() })
const EmailChange = Reset.extend({ email: z.string() })

/** What a mailed link was made for. `isFor` tells whether the credentials are unchanged since. */
interface Held {
  accountId: string
  isFor(credentials: Credentials): boolean
}

/** The tokens in mailed links. Reading one returns undefined if it is forged, for another purpose or expired. */
export interface AccountTokens {
  /** Changes with the address or the password hash, and reveals neither. */
  fingerprintOf(credentials: Credentials): string
  /** Whether it is the fingerprint of these credentials, also one made under the secret before. */
  isFingerprintOf(credentials: Credentials, fingerprint: string): boolean
  signVerification(account: { id: string; email: string }): Promise<string>
  readVerification(token: string): Promise<{ accountId: string; email: string } | undefined>
  signReset(credentials: Credentials): Promise<string>
  readReset(token: string): Promise<Held | undefined>
  signEmailChange(credentials: Credentials, email: string): Promise<string>
  readEmailChange(token: string): Promise<(Held & { email: string }) | undefined>
}

/**
 * A link to reset a password or change an address carries a fingerprint of the address and password hash it was made
 * with. So a link works once, and none outlives a new password.
 */
export function createAccountTokens({ keys, signedTokens }: { keys: Keys; signedTokens: SignedTokens }): AccountTokens {
  const purpose = 'credential-fingerprint'
  const fingerprintOf = (credentials: Credentials) => fingerprintUnder(keys.derive(purpose), credentials)
  const isFingerprintOf = (credentials: Credentials, fingerprint: string) =>
    keys.deriveAll(purpose).some((key) => isSame(fingerprint, fingerprintUnder(key, credentials)))

  async function read<Claims>(purpose: string, schema: z.ZodType<Claims>, token: string): Promise<Claims | undefined> {
    const found = await signedTokens.read(purpose, token)
    return found && !found.isExpired ? schema.parse(found.claims) : undefined
  }

  const held = ({ sub, fingerprint }: z.infer<typeof Reset>): Held => ({
    accountId: sub,
    isFor: (credentials) => isFingerprintOf(credentials, fingerprint),
  })

  return {
    fingerprintOf,
    isFingerprintOf,
    signVerification: ({ id, email }) => signedTokens.sign('verify', { sub: id, email }, LINK_LIFETIMES_MS.verify),
    async readVerification(token) {
      const claims = await read('verify', Verification, token)
      return claims && { accountId: claims.sub, email: claims.email }
    },
    signReset(credentials) {
      const claims = { sub: credentials.accountId, fingerprint: fingerprintOf(credentials) }
      return signedTokens.sign('reset', claims, LINK_LIFETIMES_MS.reset)
    },
    async readReset(token) {
      const claims = await read('reset', Reset, token)
      return claims && held(claims)
    },
    signEmailChange(credentials, email) {
      const claims = { sub: credentials.accountId, fingerprint: fingerprintOf(credentials), email }
      return signedTokens.sign('email-change', claims, LINK_LIFETIMES_MS.emailChange)
    },
    async readEmailChange(token) {
      const claims = await read('email-change', EmailChange, token)
      return claims && { ...held(claims), email: claims.email }
    },
  }
}

function fingerprintUnder(key: Uint8Array, { accountId, email, passwordHash }: Credentials): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([accountId, email, passwordHash]))
    .digest('base64url')
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
}
