import { z } from 'zod'
import { serialize, type CookieOptions } from 'hono/utils/cookie'
import { createVault, type Keys } from '../../platform/crypto.ts'
import { AppError } from '../../platform/errors.ts'
import type { Random } from '../../platform/random.ts'
import type { SignedTokens } from '../../platform/signed-tokens.ts'
import type { GoogleSecrets } from './google-client.ts'
import { notBegunHere } from './google-failure.ts'

const COOKIE = 'leadlight_oauth'
const PURPOSE = 'oauth-state'
const LIFETIME_MS = 60 * 60 * 1000

const Packed = z.object({
  verifier: z.string(),
  nonce: z.string(),
  linkFor: z.object({ accountId: z.string(), sessionId: z.string() }).nullable(),
})

/** What the browser carries to Google and back. */
export interface Journey extends GoogleSecrets {
  /** The session whose account is to be linked; null for a sign-in. */
  linkFor: { accountId: string; sessionId: string } | null
}

export interface Departure {
  journey: Journey
  /** Sent in the address: signed, and reveals nothing. */
  state: string
  /** The header that stores the rest in this browser, sealed. */
  setCookie: string
}

export interface GoogleJourneys {
  depart(linkFor: Journey['linkFor']): Promise<Departure>
  /** The journey that ends here, in the browser that began it. */
  arrive(answer: { state: string | undefined; cookie: string | undefined }): Promise<Journey>
  /** The header that deletes the cookie: a journey ends once. */
  clearCookie: string
  /** Over TLS its prefix makes browsers keep it to this host, so that no other host of the domain can set it. */
  cookieName: string
}

interface JourneyOptions {
  keys: Keys
  random: Random
  signedTokens: SignedTokens
  /** Whether the installation is reached over TLS; the cookie is then sent over nothing else. */
  isSecure: boolean
}

/** Pending sign-ins, stored by the browsers that make them, so that any process can end what another began. */
export function createGoogleJourneys({ keys, random, signedTokens, isSecure }: JourneyOptions): GoogleJourneys {
  const vault = createVault(keys, random)
  const cookieName = isSecure ? `__Host-${COOKIE}` : COOKIE
  const cookie: CookieOptions = { path: '/', httpOnly: true, sameSite: 'Lax', secure: isSecure }
  const make = () => Buffer.from(random.bytes(32)).toString('base64url')
  return {
    async depart(linkFor) {
      const id = make()
      const journey = { verifier: make(), nonce: make(), linkFor }
      const sealed = Buffer.from(vault.seal(JSON.stringify(journey), contextOf(id))).toString('base64url')
      return {
        journey,
        state: await signedTokens.sign(PURPOSE, { jti: id }, LIFETIME_MS),
        setCookie: serialize(cookieName, sealed, { ...cookie, maxAge: LIFETIME_MS / 1000 }),
      }
    },
    async arrive({ state, cookie: sealed }) {
      const read = await signedTokens.read(PURPOSE, state ?? '')
      if (typeof read?.claims.jti !== 'string') {
        const detail = 'This is not where a sign-in with Google ends. Start again from the sign-in page.'
        throw new AppError('bad_request', 'ACCESS_TOKEN_DECODE_ERROR', detail)
      }
      if (read.isExpired) {
        const detail = 'This sign-in was begun more than an hour ago. Start again.'
        throw new AppError('bad_request', 'ACCESS_TOKEN_ALREADY_EXPIRED', detail)
      }
      const opened = open(read.claims.jti, sealed ?? '')
      if (!opened) throw notBegunHere()
      return opened
    },
    clearCookie: serialize(cookieName, '', { ...cookie, maxAge: 0 }),
    cookieName,
  }

  /** Undefined for the cookie of another journey or a forged one. */
  function open(id: string, sealed: string): Journey | undefined {
    try {
      const text = vault.open(Buffer.from(sealed, 'base64url'), contextOf(id))
      return Packed.parse(JSON.parse(text))
    } catch {
      return undefined
    }
  }
}

/** The cookie opens only with the state that was sent with it. */
function contextOf(id: string): string {
  return `google-journey:${id}`
}
