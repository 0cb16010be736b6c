import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { OAuth2Issuer, OAuth2Service, type MutableResponse, type MutableToken } from 'oauth2-mock-server'
import type { TokenRequestIncomingMessage } from 'oauth2-mock-server'
import { systemClock, type Clock } from '@leadlight/server/platform/clock'
import { json, misbehave, type Fault } from './double-server.ts'

const CLIENT_ID = 'leadlight.apps.googleusercontent.example'
const CLIENT_SECRET = 'shared-with-the-double-of-google'
const TOKEN_S = 3600
const MOCK_TOKEN = '/mock-token'

/** The claims of an ID token about a person. */
export interface GooglePerson {
  sub: string
  email?: string
  email_verified?: boolean
  given_name?: string
  family_name?: string
  picture?: string
}

export interface GoogleDouble {
  /** The environment the product needs to use it. */
  environment: Record<string, string>
  /** Who is signed in at Google, in whatever browser comes next. */
  person: GooglePerson
  /** Dates the ID tokens. */
  clock: Clock
  /** Claims that replace the right ones in the next ID tokens. */
  forged: Record<string, unknown>
  /** The next `times` requests to the path meet the fault. */
  failNext(path: Path, fault: Fault, times?: number): void
  /** How often each path was requested. */
  asked: Map<string, number>
  close(): Promise<void>
}

type Path = '/.well-known/openid-configuration' | '/authorize' | '/token' | '/jwks'

export interface GoogleDoubleOptions {
  person?: GooglePerson
  /** 0, the default, takes any free port. */
  port?: number
}

const PERSON: GooglePerson = {
  sub: '110169484474386276334',
  email: 'mara.lindqvist@gmail.example',
  email_verified: true,
  given_name: 'Mara',
  family_name: 'Lindqvist',
}

/**
 * Google's side of OpenID Connect, for one registered client: discovery, PKCE, single-use codes and signed ID tokens.
 * It asks nothing and signs the person in at once.
 */
export async function startGoogleDouble({
  person = PERSON,
  port = 0,
}: GoogleDoubleOptions = {}): Promise<GoogleDouble> {
  const issuer = new OAuth2Issuer()
  await issuer.keys.generate('RS256')
  const service = new OAuth2Service(issuer, { token: MOCK_TOKEN })
  const faults = new Map<string, Fault[]>()
  const asked = new Map<string, number>()
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://double')
    asked.set(pathname, (asked.get(pathname) ?? 0) + 1)
    const fault = faults.get(pathname)?.shift()
    if (fault) void misbehave(fault, response, () => json({}))
    else if (pathname === '/token') void exchange(`${issuer.url ?? ''}${MOCK_TOKEN}`, request, response)
    else service.requestHandler(request, response)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  issuer.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const double: GoogleDouble = {
    environment: { GOOGLE_ISSUER: issuer.url, GOOGLE_CLIENT_ID: CLIENT_ID, GOOGLE_CLIENT_SECRET: CLIENT_SECRET },
    person,
    clock: systemClock,
    forged: {},
    failNext(path, fault, times = 1) {
      faults.set(path, [...(faults.get(path) ?? []), ...Array.from({ length: times }, () => fault)])
    },
    asked,
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  service.on('beforeWellKnownOpenIdConfiguration', (reply: MutableResponse) => {
    Object.assign(reply.body, { token_endpoint: `${issuer.url ?? ''}/token` })
  })
  service.on('beforeTokenSigning', (token: MutableToken) => {
    const nowS = Math.floor(double.clock.now().getTime() / 1000)
    Object.assign(token.payload, { iat: nowS, exp: nowS + TOKEN_S, nbf: undefined }, double.person, double.forged)
  })
  service.on('beforeResponse', (reply: MutableResponse, { body }: TokenRequestIncomingMessage) => {
    const sent = body as { client_id?: unknown; client_secret?: unknown }
    if (sent.client_id === CLIENT_ID && sent.client_secret === CLIENT_SECRET) return
    Object.assign(reply, { statusCode: 401, body: { error: 'invalid_client', error_description: 'Unauthorized' } })
  })
  return double
}

/** The mock reports a bad code as a problem document, Google as OAuth does (RFC 6749 §5.2). */
async function exchange(mock: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const headers = { 'content-type': request.headers['content-type'] ?? '' }
  const answer = await fetch(mock, { method: 'POST', headers, body: await text(request) })
  const refusal = JSON.stringify({ error: 'invalid_grant', error_description: 'Malformed auth code.' })
  const body = answer.status === 400 ? refusal : await answer.text()
  response.writeHead(answer.status, { 'content-type': 'application/json; charset=utf-8' }).end(body)
}
