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
  /** Where Google leads back to, to the letter as it is registered there. */
  redirectUri: string
  /** For the operator's own addresses. */
  fetch: OutboundFetch
  clock: Clock
  log: Log
}

/** What only the one who began a sign-in knows: the verifier proves it to Google, the nonce shows that the answer is ours. */
export interface GoogleSecrets {
  verifier: string
  nonce: string
}

export interface GoogleClient {
  /** Where to send the browser. `loginHint` is the address that Google proposes. */
  authorizationUrl(request: { state: string; secrets: GoogleSecrets; loginHint?: string | undefined }): Promise<string>
  /** Who it was, once Google has led back with a code. Throws AppErrors: the sign-in's fault, or Google's (502). */
  redeem(
    answer: { code: string; state: string; iss?: string | undefined },
    secrets: GoogleSecrets,
  ): Promise<GoogleProfile>
}

/** OpenID Connect with PKCE, by what the issuer says of itself; that is kept for an hour. */
export function createGoogleClient(options: GoogleClientOptions): GoogleClient {
  const { clock, log, redirectUri } = options
  let known: { configuration: Promise<Configuration>; until: number } | undefined

  function configuration(): Promise<Configuration> {
    const now = clock.now().getTime()
    if (known && known.until > now) return known.configuration
    const found = discover(options)
    known = { configuration: found, until: now + DISCOVERED_MS }
    // What failed is asked again by the next who comes; those who wait for it are told.
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
  // The library reads the machine's clock: what ours says otherwise, it is told as a skew.
  const skewS = Math.round((clock.now().getTime() - systemClock.now().getTime()) / 1000)
  const isInsecure = new URL(issuer).protocol === 'http:'
  return discovery(new URL(issuer), clientId, { client_secret: clientSecret, [clockSkew]: skewS }, undefined, {
    [customFetch]: fetchWith(options.fetch),
    execute: isInsecure ? [allowInsecureRequests, enableNonRepudiationChecks] : [enableNonRepudiationChecks],
  })
}

/** Whether the answer names who sent it, where the issuer says that its answers do (RFC 9207). */
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

/** The subject is what an account is known by: at most 255 characters of ASCII (OpenID Connect Core §2). */
function requireClaims(claims: IDToken | undefined): IDToken {
  if (!claims || !/^[\x21-\x7e]{1,255}$/.test(claims.sub)) throw new ClientError('there is no usable ID token')
  return claims
}
