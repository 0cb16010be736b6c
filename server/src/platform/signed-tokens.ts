import { SignJWT, errors, jwtVerify, type JWTPayload } from 'jose'
import type { Clock } from './clock.ts'
import type { Keys } from './crypto.ts'

const ALGORITHM = 'HS256'
const ISSUER = 'leadlight'

export interface SignedTokens {
  /** Signs `claims` for one purpose until the token expires. Anyone who holds it can read them. */
  sign(purpose: string, claims: Record<string, string | number>, lifetimeMs: number): Promise<string>
  /** The claims of a token of ours for this purpose, and whether it is expired; undefined for anything else. */
  read(purpose: string, token: string): Promise<{ claims: JWTPayload; isExpired: boolean } | undefined>
}

/**
 * Signed tokens for links in mails and the like. Key, type and audience differ by purpose and the algorithm is pinned
 * (RFC 8725), so a token for one purpose is invalid for another.
 */
export function createSignedTokens(keys: Keys, clock: Clock): SignedTokens {
  return {
    sign(purpose, claims, lifetimeMs) {
      const issuedAt = clock.now()
      return new SignJWT(claims)
        .setProtectedHeader({ alg: ALGORITHM, typ: typeOf(purpose) })
        .setIssuer(ISSUER)
        .setAudience(audienceOf(purpose))
        .setIssuedAt(issuedAt)
        .setExpirationTime(new Date(issuedAt.getTime() + lifetimeMs))
        .sign(keys.derive(keyOf(purpose)))
    },
    async read(purpose, token) {
      const options = {
        algorithms: [ALGORITHM],
        typ: typeOf(purpose),
        issuer: ISSUER,
        audience: audienceOf(purpose),
        requiredClaims: ['iat', 'exp'],
        currentDate: clock.now(),
      }
      for (const key of keys.deriveAll(keyOf(purpose))) {
        try {
          const { payload } = await jwtVerify(token, key, options)
          return { claims: payload, isExpired: false }
        } catch (error) {
          if (error instanceof errors.JWTExpired) return { claims: error.payload, isExpired: true }
          if (!(error instanceof errors.JOSEError)) throw error
        }
      }
      return undefined
    },
  }
}

function keyOf(purpose: string): string {
  return `token:${purpose}`
}

function typeOf(purpose: string): string {
  return `leadlight-${purpose}+jwt`
}

function audienceOf(purpose: string): string {
  return `leadlight:${purpose}`
}
