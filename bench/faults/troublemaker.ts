import { createServer as createHttpServer } from 'node:http'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'

const LATE_MS = 31_000
const DRIP_MS = 200

/** Receivers of webhooks that misbehave, each at an address of its own. */
export interface Troublemaker {
  /** By how it misbehaves. */
  urls: Readonly<Record<string, string>>
  hostsAndPorts: readonly string[]
  close(): Promise<void>
}

export async function startTroublemaker(): Promise<Troublemaker> {
  const sockets = new Set<Socket>()
  const http = createHttpServer((request, response) => {
    request.resume()
    const way = request.url ?? ''
    if (way === '/late') setTimeout(() => response.end('thanks'), LATE_MS).unref()
    else if (way === '/loop') response.writeHead(301, { location: '/loop' }).end()
    else if (way === '/gone') response.writeHead(410).end()
    else if (way === '/half')
      response.writeHead(200, { 'content-length': '1000' }).write('half', () => response.destroy())
    else response.writeHead(500).end()
  })
  const raw = (speak: (socket: Socket) => void) =>
    createServer((socket) => {
      socket.on('error', () => socket.destroy())
      speak(socket)
    })
  const headers = raw((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n')
    const timer = setInterval(() => socket.write(`x-more-${Date.now()}: ${'y'.repeat(200)}\r\n`), DRIP_MS)
    socket.on('close', () => clearInterval(timer))
  })
  const nonsense = raw((socket) => socket.on('data', () => socket.end('SSH-2.0-nothing of the kind\r\n')))
  const servers: Server[] = [http, headers, nonsense]
  for (const server of servers) server.on('connection', (socket: Socket) => sockets.add(socket))
  const [httpAt = '', headersAt = '', nonsenseAt = ''] = await Promise.all(servers.map(listen))
  return {
    urls: {
      'answers after 31 s': `http://${httpAt}/late`,
      'redirects to itself': `http://${httpAt}/loop`,
      'is gone (410)': `http://${httpAt}/gone`,
      'sends half a body': `http://${httpAt}/half`,
      'sends headers without end': `http://${headersAt}/`,
      'speaks no TLS': `https://${nonsenseAt}/`,
      'speaks no HTTP': `http://${nonsenseAt}/`,
      'has no address': 'https://nobody.invalid/',
    },
    hostsAndPorts: [httpAt, headersAt, nonsenseAt],
    async close() {
      for (const socket of sockets) socket.destroy()
      await Promise.all(servers.map((server) => new Promise((closed) => server.close(closed))))
    },
  }
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}
