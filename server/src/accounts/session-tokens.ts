import { SignJWT, errors, jwtVerify } from 'jose'
import type { Keys } from '../platform/crypto.ts'

const ALGORITHM = 'HS256'
const TYPE = 'leadlight-session+jwt'
const ISSUER = 'leadlight'
const AUDIENCE = 'leadlight:session'

export interface SessionClaims {
  userId: string
  sessionId: string
}

export interface SessionTokens {
  issue(claims: SessionClaims, times: { issuedAt: Date; expiresAt: Date }): Promise<string>
  /** The claims of a token we issued for a session and that has not expired; undefined for anything else. */
  read(token: string, now: Date): Promise<SessionClaims | undefined>
}

/**
 * Signed session tokens. Algorithm, type, issuer and audience are pinned (RFC 8725): what was signed for another
 * purpose, or is signed by nobody, does not read.
 */
export function createSessionTokens(keys: Keys): SessionTokens {
  const key = keys.derive('session')
  return {
    issue: ({ userId, sessionId }, { issuedAt, expiresAt }) =>
      new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
        .setSubject(userId)
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(key),
    async read(token, now) {
      try {
        const { payload } = await jwtVerify<{ sid: unknown }>(token, key, {
          algorithms: [ALGORITHM],
          typ: TYPE,
          issuer: ISSUER,
          audience: AUDIENCE,
          requiredClaims: ['sub', 'sid', 'iat', 'exp'],
          currentDate: now,
        })
        const { sub, sid } = payload
        return isId(sub) && isId(sid) ? { userId: sub, sessionId: sid } : undefined
      } catch (error) {
        if (error instanceof errors.JOSEError) return undefined
        throw error
      }
    },
  }
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)
}
