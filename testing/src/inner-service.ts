import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createOutbound, type Outbound } from '@leadlight/server/platform/outbound'
import type { Clock } from '@leadlight/server/platform/clock'

const SECRET = 'the inner service’s secret'

/** Addresses inside, in every form that some program took for one outside. PORT is the inner service's. */
const HOSTS_INSIDE = [
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '0',
  '0.0.0.0',
  '127.0.0.1.',
  '127。0。0。1',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.0.1',
  '169.254.169.254',
  '100.64.0.1',
  '168.63.129.16',
  '224.0.0.1',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:a9fe:a9fe]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '[fd00::1]',
  '[fe80::1]',
  'localhost',
  'LOCALHOST.',
  'a.localhost',
  'db.internal',
  'printer.local',
  'metadata.google.internal',
]

/** Names whose name server is the attacker's, and what it answers. */
const NAMES_INSIDE: Record<string, string> = {
  'loopback.example': '127.0.0.1',
  'private.example': '10.0.0.8',
  'metadata.example': '169.254.169.254',
  'six.example': '::1',
  'mapped.example': '::ffff:127.0.0.1',
  'nat64.example': '64:ff9b::7f00:1',
  'zero.example': '0.0.0.0',
}

/** Public at one time and inside at the next. */
const CHANGING = ['changing-a.example', 'changing-b.example', 'changing-c.example']
const PUBLIC_ADDRESS = '192.31.0.1'

/** Where hosts outside send a caller on to. */
const LED_TO = [
  'http://127.0.0.1:PORT/',
  'http://[::1]:PORT/',
  'http://loopback.example:PORT/',
  'http://0x7f.1:PORT/',
  '//127.0.0.1:PORT/',
  'http://localhost:PORT/',
  'https://127.0.0.1:PORT/',
  'http://user@127.0.0.1:PORT/',
  'http://127.0.0.1:6379/',
  'file:///etc/passwd',
  'gopher://127.0.0.1:PORT/_GET',
  'http://hop-0.outside.example:OUTER/',
]

const OTHERS = [
  'ftp://127.0.0.1:PORT/',
  'file:///etc/passwd',
  'gopher://127.0.0.1:PORT/_GET',
  'ws://127.0.0.1:PORT/',
  'http://93.184.216.34:22/',
  'http://example.com:25/',
  'http://example.com:6379/',
  'http://a:b@127.0.0.1:PORT/',
]

export interface Surroundings {
  /** Addresses that lead inside, each by a way of its own. */
  addresses: readonly string[]
  outbound: Outbound
  /** How many connections reached the inner service. */
  reached(): number
  /** How often somebody got as far as looking up a name, or calling a host outside that leads inside. */
  tried(): number
  secret: string
  close(): Promise<void>
}

/** An inner service, hosts outside that lead to it, and a way out that knows their names. */
export async function startSurroundings(clock: Clock): Promise<Surroundings> {
  const count = { reached: 0, tried: 0 }
  const inner = createServer((_, answer) => answer.end(SECRET))
  inner.on('connection', () => (count.reached += 1))
  const innerPort = await listen(inner)
  const outer = createServer((request, answer) => {
    count.tried += 1
    const at = Number(/^hop-(\d+)\./.exec(request.headers.host ?? '')?.[1])
    answer.writeHead(302, { location: placed(LED_TO[at] ?? '') }).end()
  })
  // Some only speak TLS, which it does not understand.
  outer.on('clientError', (_, socket) => {
    count.tried += 1
    socket.destroy()
  })
  const outerPort = await listen(outer)
  const placed = (address: string) => address.replace('PORT', String(innerPort)).replace('OUTER', String(outerPort))
  const hops = LED_TO.map((_, at) => `hop-${at}.outside.example:${outerPort}`)
  const outbound = createOutbound({
    userAgent: 'Leadlight test',
    clock,
    ports: [80, 443, innerPort],
    allow: hops,
    limits: { connectMs: 100 },
    resolve: (name) => {
      const changing = count.tried++ % 2 === 0 ? PUBLIC_ADDRESS : '127.0.0.1'
      const address = NAMES_INSIDE[name] ?? (name.endsWith('.outside.example') ? '127.0.0.1' : changing)
      return Promise.resolve([{ address, family: address.includes(':') ? 6 : 4 }])
    },
  })
  const hosts = [...HOSTS_INSIDE, ...Object.keys(NAMES_INSIDE), ...CHANGING].map((host) => `http://${host}:PORT/`)
  return {
    addresses: [...hosts, ...OTHERS, ...hops.map((hop) => `http://${hop}/`)].map(placed),
    outbound,
    reached: () => count.reached,
    tried: () => count.tried,
    secret: SECRET,
    async close() {
      await outbound.close()
      for (const server of [inner, outer]) {
        server.closeAllConnections()
        await new Promise((done) => server.close(done))
      }
    },
  }
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return (server.address() as AddressInfo).port
}
