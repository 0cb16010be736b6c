import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientError,
  clockSkew,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  type Configuration,
  type CustomFetch,
  type IDToken,
  type ServerMetadata,
} from 'openid-client'
import { systemClock, type Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { OutboundFetch } from '../../platform/outbound.ts'
import { explainGoogleFailure, notBegunHere } from './google-failure.ts'
import { readGoogleProfile, type GoogleProfile } from './google-profile.ts'

const SCOPE = 'openid email profile'
const DISCOVERED_MS = 60 * 60 * 1000
const LIMITS = { headersMs: 10_000, totalMs: 10_000, maxBytes: 1_000_000 }

export interface GoogleClientOptions {
  clientId: string
  clientSecret: string
  issuer: string
  /** The address Google redirects to, exactly as registered there. */
  redirectUri: string
  /** For addresses that the operator configures. */
  fetch: OutboundFetch
  clock: Clock
  log: Log
}

/** Known only to the browser that began the sign-in: Google checks the verifier, we check the nonce. */
export interface GoogleSecrets {
  verifier: string
  nonce: string
}

export interface GoogleClient {
  /** The address to send the browser to. `loginHint` is the address that Google suggests. */
  authorizationUrl(request: { state: string; secrets: GoogleSecrets; loginHint?: string | undefined }): Promise<string>
  /**
   * The person, once Google has redirected back with a code. Throws AppErrors: the sign-in's fault, or Google's (502).
   */
  redeem(
    answer: { code: string; state: string; iss?: string | undefined },
    secrets: GoogleSecrets,
  ): Promise<GoogleProfile>
}

/** OpenID Connect with PKCE, by the issuer's own metadata, which is cached for an hour. */
export function createGoogleClient(options: GoogleClientOptions): GoogleClient {
  const { clock, log, redirectUri } = options
  let known: { configuration: Promise<Configuration>; until: number } | undefined

  function configuration(): Promise<Configuration> {
    const now = clock.now().getTime()
    if (known && known.until > now) return known.configuration
    const found = discover(options)
    known = { configuration: found, until: now + DISCOVERED_MS }
    // A failure is not cached: those who wait for it get it, the next one asks again.
    found.catch(() => {
      if (known?.configuration === found) known = undefined
    })
    return found
  }

  async function asking<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await ask()
    } catch (error) {
      throw explainGoogleFailure(error, log)
    }
  }

  return {
    authorizationUrl: ({ state, secrets, loginHint }) =>
      asking(async () => {
        const parameters = {
          redirect_uri: redirectUri,
          scope: SCOPE,
          state,
          nonce: secrets.nonce,
          code_challenge: await calculatePKCECodeChallenge(secrets.verifier),
          code_challenge_method: 'S256',
          prompt: 'select_account',
          ...(loginHint !== undefined && { login_hint: loginHint }),
        }
        return buildAuthorizationUrl(await configuration(), parameters).href
      }),
    redeem: ({ code, state, iss }, { verifier, nonce }) =>
      asking(async () => {
        const issuer = await configuration()
        if (!isFromIssuer(issuer.serverMetadata(), iss)) throw notBegunHere()
        const answer = new URL(redirectUri)
        answer.search = new URLSearchParams({ code, state, ...(iss !== undefined && { iss }) }).toString()
        const checks = { pkceCodeVerifier: verifier, expectedNonce: nonce, expectedState: state }
        const tokens = await authorizationCodeGrant(issuer, answer, checks)
        return readGoogleProfile(requireClaims(tokens.claims()))
      }),
  }
}

async function discover(options: GoogleClientOptions): Promise<Configuration> {
  const { issuer, clientId, clientSecret, clock } = options
  // The library reads the machine's clock, so the difference to ours is passed as a skew.
  const skewS = Math.round((clock.now().getTime() - systemClock.now().getTime()) / 1000)
  const isInsecure = new URL(issuer).protocol === 'http:'
  return discovery(new URL(issuer), clientId, { client_secret: clientSecret, [clockSkew]: skewS }, undefined, {
    [customFetch]: fetchWith(options.fetch),
    execute: isInsecure ? [allowInsecureRequests, enableNonRepudiationChecks] : [enableNonRepudiationChecks],
  })
}

/** Whether the response names its issuer, if the issuer says that it does (RFC 9207). */
function isFromIssuer(metadata: ServerMetadata, iss: string | undefined): boolean {
  return iss === undefined ? metadata.authorization_response_iss_parameter_supported !== true : iss === metadata.issuer
}

function fetchWith(outboundFetch: OutboundFetch): CustomFetch {
  return (url, { method, headers, body, signal }) => {
    const { 'user-agent': _theirs, ...sent } = headers
    return outboundFetch(url, {
      method,
      headers: sent,
      body: body instanceof URLSearchParams ? body : null,
      redirect: 'manual',
      signal: signal ?? null,
      limits: LIMITS,
    })
  }
}

/** An account is known by its subject: at most 255 ASCII characters (OpenID Connect Core §2). */
function requireClaims(claims: IDToken | undefined): IDToken {
  if (!claims || !/^[\x21-\x7e]{1,255}$/.test(claims.sub)) throw new ClientError('there is no usable ID token')
  return claims
}
