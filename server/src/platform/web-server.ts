import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import type { App } from './http.ts'

/** A client that trickles its request in holds a connection no longer than this; answers may stream for ever. */
const HEADERS_MS = 10_000
const REQUEST_MS = 30_000
const CHECK_EVERY_MS = 2_000
const STOP_MS = 10_000

export interface WebServer {
  port: number
  /** Takes no more connections, lets running requests end for 10 seconds, then cuts what is left. */
  stop(): Promise<void>
}

/** Serves the app on a socket. Rejects with a sentence when the port cannot be had. */
export async function startWebServer(app: App, { host, port }: { host: string; port: number }): Promise<WebServer> {
  const server = createAdaptorServer({
    fetch: (request, env) => app.hono.fetch(request, env),
    createServer,
    serverOptions: {
      headersTimeout: HEADERS_MS,
      requestTimeout: REQUEST_MS,
      connectionsCheckingInterval: CHECK_EVERY_MS,
    },
  }) as ReturnType<typeof createServer>
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(new Error(explain(error, port), { cause: error })))
    server.listen(port, host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((resolve, reject) => {
        const cut = setTimeout(() => server.closeAllConnections(), STOP_MS)
        server.close((error) => {
          clearTimeout(cut)
          if (error) reject(error)
          else resolve()
        })
        server.closeIdleConnections()
      }),
  }
}

function explain(error: NodeJS.ErrnoException, port: number): string {
  if (error.code === 'EADDRINUSE') return `Port ${port} is taken by another program; set PORT to a free one.`
  if (error.code === 'EACCES') return `Port ${port} needs rights this program does not have; set PORT to 1024 or above.`
  return `The server cannot listen on port ${port}: ${error.message}.`
}
