import { SignJWT, errors, jwtVerify } from 'jose'
import type { Keys } from '../../platform/crypto.ts'

const ALGORITHM = 'HS256'
const TYPE = 'leadlight-session+jwt'
const ISSUER = 'leadlight'
const AUDIENCE = 'leadlight:session'

/** About 5 MB of tokens. */
const VERIFIED_MAX = 10_000

export interface SessionClaims {
  userId: string
  sessionId: string
}

export interface SessionTokens {
  issue(claims: SessionClaims, times: { issuedAt: Date; expiresAt: Date }): Promise<string>
  /** The claims of an unexpired token that we issued for a session; undefined for anything else. */
  read(token: string, now: Date): Promise<SessionClaims | undefined>
}

/**
 * Signed session tokens. Algorithm, type, issuer and audience are pinned (RFC 8725): a token signed for another
 * purpose, or not signed, is not read.
 */
export function createSessionTokens(keys: Keys): SessionTokens {
  const [key = new Uint8Array(), ...oldKeys] = keys.deriveAll('session')
  const verified = createVerifiedTokens()
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
      const known = verified.find(token, now)
      if (known) return known
      for (const each of [key, ...oldKeys]) {
        const payload = await verify(token, each, now)
        if (payload) return verified.keep(token, payload.claims, payload.expiresAtS)
      }
      return undefined
    },
  }
}

async function verify(token: string, key: Uint8Array, now: Date) {
  try {
    const { payload } = await jwtVerify<{ sid: unknown }>(token, key, {
      algorithms: [ALGORITHM],
      typ: TYPE,
      issuer: ISSUER,
      audience: AUDIENCE,
      requiredClaims: ['sub', 'sid', 'iat', 'exp'],
      currentDate: now,
    })
    const { sub, sid, exp } = payload
    if (!isId(sub) || !isId(sid) || exp === undefined) return undefined
    return { claims: { userId: sub, sessionId: sid }, expiresAtS: exp }
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}

/**
 * Caches tokens whose signature was checked, so that it is not checked at every request. A token's claims never change;
 * the database is asked each time whether its session still lives.
 */
function createVerifiedTokens() {
  const verified = new Map<string, { claims: SessionClaims; expiresAtS: number }>()
  return {
    find(token: string, now: Date): SessionClaims | undefined {
      const known = verified.get(token)
      return known && known.expiresAtS > Math.floor(now.getTime() / 1000) ? known.claims : undefined
    },
    keep(token: string, claims: SessionClaims, expiresAtS: number): SessionClaims {
      const [oldest] = verified.keys()
      if (verified.size >= VERIFIED_MAX && oldest !== undefined) verified.delete(oldest)
      verified.set(token, { claims, expiresAtS })
      return claims
    },
  }
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)
}
