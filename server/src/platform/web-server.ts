import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { answerUnread } from './answer-unread.ts'

export interface WebServerLimits {
  /** The longest a client that trickles its request may hold a connection; answers may stream for ever. */
  headersMs: number
  requestMs: number
  checkEveryMs: number
  /** How long running requests have when the server stops. */
  stopMs: number
}

/** What answers requests; looked up at each, so that it can change. */
export interface Served {
  readonly hono: { fetch(request: Request, environment: unknown): Response | Promise<Response> }
}

/** Where to listen, and which variable says so. */
export interface Listening {
  host: string
  port: number
  variable?: string
}

/**
 * While the server stops, a finished request's connection waits for a next one that never comes; this is how often to
 * look for such.
 */
const SWEEP_MS = 50

const LIMITS: WebServerLimits = { headersMs: 10_000, requestMs: 30_000, checkEveryMs: 2_000, stopMs: 10_000 }

export interface WebServer {
  port: number
  /** Takes no more connections, gives running requests time to end, then cuts the rest. */
  stop(): Promise<void>
}

/** Serves the app on a socket. Rejects with a sentence when the port cannot be used. */
export async function startWebServer(
  app: Served,
  listening: Listening,
  limits: WebServerLimits = LIMITS,
): Promise<WebServer> {
  const server = createAdaptorServer({
    fetch: (request, env) => app.hono.fetch(request, env),
    createServer,
    serverOptions: {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: limits.checkEveryMs,
    },
  }) as ReturnType<typeof createServer>
  answerUnread(server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new Error(explain(error, listening), { cause: error })),
    )
    server.listen(listening.port, listening.host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((resolve, reject) => {
        const cut = setTimeout(() => server.closeAllConnections(), limits.stopMs)
        const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS)
        server.close((error) => {
          clearTimeout(cut)
          clearInterval(sweep)
          if (error) reject(error)
          else resolve()
        })
      }),
  }
}

function explain(error: NodeJS.ErrnoException, { port, variable = 'PORT' }: Listening): string {
  if (error.code === 'EADDRINUSE') return `Port ${port} is taken by another program; set ${variable} to a free one.`
  if (error.code === 'EACCES')
    return `Port ${port} needs rights this program does not have; set ${variable} to 1024 or above.`
  return `The server cannot listen on port ${port}: ${error.message}.`
}
