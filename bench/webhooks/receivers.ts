import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface Receivers {
  url: string
  hostAndPort: string
  /** When each message reached each address, in milliseconds of `performance.now()`. */
  arrivals: { path: string; tick: number; atMs: number }[]
  /** Addresses that accept a request and never answer it. */
  dead: Set<string>
  /** Closes the connections that wait for an answer. */
  hangUp(): void
  close(): Promise<void>
}

/** One server for all receivers, distinguished by their paths. */
export async function startReceivers(): Promise<Receivers> {
  const arrivals: Receivers['arrivals'] = []
  const dead = new Set<string>()
  const hanging = new Set<ServerResponse>()
  const server = createServer((request, response) => {
    const atMs = performance.now()
    const path = request.url ?? ''
    const take = async () => {
      const { data } = JSON.parse(await text(request)) as { data: { source: string } }
      arrivals.push({ path, tick: Number(data.source), atMs })
      if (dead.has(path)) hanging.add(response)
      else response.end('thanks')
    }
    take().catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const hostAndPort = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `http://${hostAndPort}`,
    hostAndPort,
    arrivals,
    dead,
    hangUp() {
      for (const response of hanging) response.destroy()
      hanging.clear()
    },
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
